/** `node`: its version, and one-liners that are nothing but known calls. */
import { onlyReads, type Program } from "../../uses/program.ts";
import {
  type CallMeaning,
  deletesFirst,
  each,
  harmless,
  type Meanings,
  moves,
  runsText,
  useOfCalls,
  writesArgument,
} from "./call-effects.ts";
import { type LiteralCall, readLiteralCalls } from "./literal-calls.ts";
import { programText } from "./program-text.ts";

const known = new Set(["fs", "node:fs", "child_process", "node:child_process"]);

const files: Meanings = {
  ...each("rmSync unlinkSync rmdirSync", deletesFirst),
  ...each("writeFileSync", writesArgument(0, "create_or_replace")),
  ...each("appendFileSync mkdirSync chmodSync truncateSync", writesArgument(0, "derived")),
  ...each("copyFileSync cpSync symlinkSync linkSync", writesArgument(1, "create_or_replace")),
  ...each("renameSync", moves),
  ...each("execSync exec", runsText),
};

const meanings: Meanings = {
  ...each("console.log console.error console.info", harmless),
  ...Object.fromEntries(["exit", "cwd", "stdout.write"].map((name) => [`process.${name}`, harmless])),
  require: ({ args }) => (typeof args[0]?.[0] === "string" && known.has(args[0][0]) ? {} : undefined),
  ...Object.fromEntries(
    Object.entries(files).flatMap(([name, meaning]) => [
      [`require().${name}`, ofModule(meaning)],
      [`fs.${name}`, name.startsWith("exec") ? () => undefined : meaning],
      [`child_process.${name}`, name.startsWith("exec") ? meaning : () => undefined],
    ]),
  ),
};

function ofModule(meaning: CallMeaning): CallMeaning {
  return (call: LiteralCall) => {
    const [module] = call.args[0] ?? [];
    return call.args.length === 2 && typeof module === "string" && known.has(module) ? meaning(call) : undefined;
  };
}

export const node: Program = {
  names: ["node", "nodejs"],
  use(args, around) {
    const texts = args.map(({ text }) => text);
    if (args.length === 1 && ["--version", "-v", "--help", "-h"].includes(texts[0] ?? "")) return onlyReads([]);
    const program = programText(texts, ["-e", "--eval", "-p", "--print", "-pe"], () => around.stdin);
    if (program === null) return undefined;
    const calls = readLiteralCalls(program, {
      computed: "",
      escapesInSingle: true,
      comment: "//",
      bareArguments: false,
      statement: requires,
    });
    return calls && useOfCalls(calls, meanings);
  },
};

/** `const fs = require("fs")`. */
function requires(tokens: readonly { text: string }[], names: Map<string, string>): boolean {
  const [kind, name, equals, call, open, module, close, ...rest] = tokens.map(({ text }) => text);
  if (!["const", "let", "var"].includes(kind ?? "") || equals !== "=" || call !== "require") return false;
  if (open !== "(" || close !== ")" || rest.length > 0 || !name || !module || !known.has(module)) return false;
  names.set(name, module.replace("node:", ""));
  return true;
}
