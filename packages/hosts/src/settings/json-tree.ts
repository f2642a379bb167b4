/** Reads JSON with comments and trailing commas into a tree that knows where everything stands. */
import { readJson } from "@intentgate/documents";

export type Json = string | number | boolean | null | readonly Json[] | JsonMap;
export interface JsonMap {
  readonly [key: string]: Json;
}

export interface JsonNode {
  type: "object" | "array" | "property" | "value";
  start: number;
  /** Behind the last character. */
  end: number;
  parent: JsonNode | null;
  /** Of an object its properties, of an array its elements, of a property its value. */
  children: JsonNode[];
  /** Of a property its key, of a value what it is. */
  value: Json;
}

/** `root` is null where there is nothing but blanks and comments. */
export type JsonTree = { ok: true; root: JsonNode | null } | { ok: false; at: number; why: string };

const MAX_DEPTH = 200;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

class Fault extends Error {
  constructor(
    readonly at: number,
    readonly why: string,
  ) {
    super(why);
  }
}

export function readJsonTree(text: string): JsonTree {
  const reader = new Reader(text);
  try {
    return { ok: true, root: reader.document() };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, at: error.at, why: error.why };
    throw error;
  }
}

export function plainValue(node: JsonNode): Json {
  if (node.type === "array") return node.children.map(plainValue);
  if (node.type !== "object") return node.value;
  return Object.fromEntries(
    node.children.flatMap(({ value: key, children: [inner] }) =>
      inner ? [[String(key), plainValue(inner)] as const] : [],
    ),
  );
}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {
    if (text.startsWith("\uFEFF")) this.at = 1;
  }

  document(): JsonNode | null {
    this.blanks();
    if (this.at === this.text.length) return null;
    const root = this.node(null, 0);
    this.blanks();
    if (this.at < this.text.length) throw new Fault(this.at, "something stands behind the end");
    return root;
  }

  private node(parent: JsonNode | null, depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw new Fault(this.at, "it is nested too deeply");
    const char = this.text[this.at];
    if (char === "{" || char === "[") return this.container(char, parent, depth);
    const start = this.at;
    const value = char === '"' ? this.string() : this.scalar();
    return { type: "value", start, end: this.at, parent, children: [], value };
  }

  private container(open: "{" | "[", parent: JsonNode | null, depth: number): JsonNode {
    const isMap = open === "{";
    const type = isMap ? "object" : "array";
    const node: JsonNode = { type, start: this.at, end: this.at, parent, children: [], value: null };
    const keys = new Set<string>();
    this.at += 1;
    for (;;) {
      this.blanks();
      if (this.took(isMap ? "}" : "]")) break;
      node.children.push(isMap ? this.property(node, depth, keys) : this.node(node, depth + 1));
      this.blanks();
      if (!this.took(",") && this.text[this.at] !== (isMap ? "}" : "]")) {
        throw new Fault(this.at, "a comma or a closing bracket is missing");
      }
    }
    node.end = this.at;
    return node;
  }

  private property(parent: JsonNode, depth: number, keys: Set<string>): JsonNode {
    const start = this.at;
    const key = this.string();
    // Which of two equal keys counts is the host's to say, so nothing is written beside them.
    if (keys.has(key)) throw new Fault(start, "a key occurs twice");
    keys.add(key);
    this.blanks();
    if (!this.took(":")) throw new Fault(this.at, "a colon is missing");
    this.blanks();
    const property: JsonNode = { type: "property", start, end: start, parent, children: [], value: key };
    const value = this.node(property, depth + 1);
    property.children.push(value);
    property.end = value.end;
    return property;
  }

  private string(): string {
    const start = this.at;
    if (!this.took('"')) throw new Fault(start, "it is not JSON");
    while (this.at < this.text.length && this.text[this.at] !== '"') this.at += this.text[this.at] === "\\" ? 2 : 1;
    if (!this.took('"')) throw new Fault(start, "a string is not closed");
    const json = readJson(this.text.slice(start, this.at));
    if (json.ok) return json.value as string;
    throw new Fault(start, "a string is not JSON");
  }

  private scalar(): Json {
    scalar.lastIndex = this.at;
    const found = scalar.exec(this.text)?.[0];
    if (found === undefined) throw new Fault(this.at, "it is not JSON");
    this.at += found.length;
    return JSON.parse(found);
  }

  private took(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at += 1;
    return true;
  }

  private blanks(): void {
    for (;;) {
      while (" \t\r\n".includes(this.text[this.at] ?? "x")) this.at += 1;
      const from = this.at;
      const by = this.text.startsWith("//", from) ? "\n" : this.text.startsWith("/*", from) ? "*/" : null;
      if (by === null) return;
      const end = this.text.indexOf(by, from + 2);
      if (end < 0 && by === "*/") throw new Fault(from, "a comment is not closed");
      this.at = end < 0 ? this.text.length : end + by.length;
    }
  }
}
