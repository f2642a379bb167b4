/** What can stand at the end of an unfinished YAML text, by a JSON schema. Goes by indentation, as unfinished text must. */

export interface Schema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: readonly Schema[];
}

export interface Suggestion {
  label: string;
  insert: string;
  about: string;
  isKey: boolean;
}

export function suggestionsAt(before: string, schema: Schema): Suggestion[] {
  const lines = before.split("\n");
  const last = lines.pop() ?? "";
  const value = /^\s*(?:- +)?([A-Za-z_]+):\s+\S*$/.exec(last);
  const path = pathTo(lines, indentOf(last), /^\s*- /.test(last));
  const here = schemaAt(schema, path);
  if (value) return valuesOf(here.map((one) => one.properties?.[value[1] ?? ""]).filter((one) => one !== undefined));
  const item = /^\s*- +\S*$/.test(last) ? valuesOf(here) : [];
  return [...item, ...keysOf(here)];
}

/** The keys from the top down to where the next line stands; `null` is an item of a list. */
function pathTo(lines: readonly string[], indent: number, startsItem: boolean): (string | null)[] {
  const path: (string | null)[] = startsItem ? [null] : [];
  let depth = indent;
  for (let at = lines.length - 1; at >= 0 && depth >= 0; at -= 1) {
    const line = lines[at] ?? "";
    if (line.trim() === "" || line.trim().startsWith("#")) continue;
    const key = /^\s*(?:- +)?([^\s:#-][^\s:]*):\s*$/.exec(line)?.[1];
    const item = /^(\s*)- +/.exec(line);
    const dash = item?.[1]?.length ?? -1;
    // A line `- key: …` opens an item: what stands deeper than its dash belongs to it.
    if (item && dash < depth && depth === indentOf(line)) {
      path.unshift(null);
      depth = dash;
      continue;
    }
    if (key === undefined) continue;
    const own = indentOf(line);
    const isParent = own < depth || (own === depth && path[0] === null && !item);
    if (!isParent) continue;
    path.unshift(key);
    depth = own;
    if (item) {
      path.unshift(null);
      depth = dash;
    }
  }
  return path;
}

/** Where the words of a line begin, a dash before them counted as white space. */
function indentOf(line: string): number {
  return (/^\s*(?:- +)?/.exec(line)?.[0] ?? "").length;
}

function schemaAt(schema: Schema, path: readonly (string | null)[]): Schema[] {
  let here = alternatives(schema);
  for (const step of path)
    here = here.flatMap((one) => {
      const next = step === null ? one.items : (one.properties?.[step] ?? anyKey(one));
      return next ? alternatives(next) : [];
    });
  return here;
}

function anyKey({ additionalProperties }: Schema): Schema | undefined {
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

function alternatives(schema: Schema): Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(alternatives) : [schema];
}

function keysOf(schemas: readonly Schema[]): Suggestion[] {
  return schemas.flatMap(({ properties }) =>
    Object.entries(properties ?? {}).map(([name, { description }]) => ({
      label: name,
      insert: `${name}: `,
      about: description ?? "",
      isKey: true,
    })),
  );
}

function valuesOf(schemas: readonly Schema[]): Suggestion[] {
  return schemas.flatMap(alternatives).flatMap(({ enum: few, const: only, type }) => {
    const values = few ?? (only !== undefined ? [only] : type === "boolean" ? [true, false] : []);
    return values.map((one) => ({ label: String(one), insert: String(one), about: "", isKey: false }));
  });
}

const texts = (description: string): Schema => ({ type: "array", items: { type: "string" }, description });

/** The keys of `active_intents.yaml` for completion; the loader in policy/intents says what is right. */
export const intentSchema: Schema = {
  type: "object",
  properties: {
    version: { const: 1, description: "The version of this file's form." },
    active_intents: {
      type: "array",
      description: "What may be worked on.",
      items: {
        type: "object",
        properties: {
          id: { type: "string", description: "INT-001, or any word of letters, digits, `.`, `_` and `-`." },
          name: { type: "string", description: "What shall be done, in a few words." },
          status: { enum: ["PENDING", "IN_PROGRESS", "BLOCKED", "COMPLETE"], description: "Where it stands." },
          owned_scope: texts("Globs of the files that may be changed for it."),
          constraints: texts("What must be kept to."),
          acceptance_criteria: texts("When it is done."),
          related_files: texts("Files worth reading first."),
          related_specs: texts("Where it was asked for."),
          description: { type: "string", description: "More words about it." },
          checks: {
            type: "array",
            description: "Commands whose success shows that it is done.",
            items: { type: "object", properties: { run: texts("The program and its words.") } },
          },
        },
      },
    },
  },
};
