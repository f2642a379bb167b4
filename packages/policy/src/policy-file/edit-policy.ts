/** Adds what a person declared to `policy.yaml` and keeps every other byte. */
import {
  type Checked,
  editYaml,
  type PlainMap,
  type PlainValue,
  type ReadYaml,
  readYaml,
  type YamlEdit,
} from "@intentgate/documents";
import type { CommandWrites, DeclaredTool } from "./policy.ts";
import { decodePolicy } from "./read-policy.ts";

const FILE = ".orchestration/policy.yaml";
const newFile = `# What this team decided. Every key may be left out; then the default holds.
version: 1
`;

/** A command that is declared already takes the new arguments and writes. */
export function declareCommand(text: string, command: CommandWrites): Checked<string> {
  return edited(text, (value) => {
    const commands = (value.commands ?? []) as PlainMap[];
    const index = commands.findIndex((one) => one.run === command.run);
    const args: PlainValue = typeof command.args === "string" ? command.args : [...command.args];
    if (index === -1) {
      return [{ kind: "append", path: ["commands"], items: [{ run: command.run, args, writes: [...command.writes] }] }];
    }
    return [
      ...changed(commands[index]!, ["commands", index], "args", args),
      ...changed(commands[index]!, ["commands", index], "writes", [...command.writes]),
    ];
  });
}

export function declareTool(text: string, name: string, tool: DeclaredTool): Checked<string> {
  const declared: PlainMap = { effect: tool.effect, paths_from: [...tool.paths_from] };
  return edited(text, (value) => {
    const tools = value.tools ?? null;
    if (tools === null) return [{ kind: "set", path: ["tools"], value: { [name]: declared } }];
    const isEmpty = typeof tools === "object" && Object.keys(tools).length === 0;
    return isEmpty
      ? [{ kind: "set", path: ["tools"], value: { [name]: declared } }]
      : changed(tools as PlainMap, ["tools"], name, declared);
  });
}

function changed(map: PlainMap, path: (string | number)[], key: string, value: PlainValue): YamlEdit[] {
  const isSame = Object.hasOwn(map, key) && JSON.stringify(map[key]) === JSON.stringify(value);
  return isSame ? [] : [{ kind: "set", path: [...path, key], value }];
}

function edited(text: string, edits: (value: PlainMap) => YamlEdit[]): Checked<string> {
  const read = readYaml(text.trim() === "" ? newFile : text, FILE, "BAD_POLICY");
  if (!read.ok) return read;
  const sound = decodePolicy(read.value);
  if (!sound.ok) return sound;
  const list = edits(read.value.value ?? {});
  if (list.length === 0) return { ok: true, value: read.value.text };
  const after = editYaml(read.value, list);
  return after.ok ? readable(after.value) : after;
}

/** What was written must be a policy again. */
function readable(doc: ReadYaml): Checked<string> {
  const again = decodePolicy(doc);
  return again.ok ? { ok: true, value: doc.text } : again;
}
