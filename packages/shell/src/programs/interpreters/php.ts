/** `php`: its version, and one-liners that are nothing but known calls. */
import { onlyReads, type Program } from "../../uses/program.ts";
import {
  deletesFirst,
  each,
  harmless,
  type Meanings,
  moves,
  runsText,
  useOfCalls,
  writesArgument,
} from "./call-effects.ts";
import { readLiteralCalls } from "./literal-calls.ts";

const meanings: Meanings = {
  ...each("echo print exit", harmless),
  ...each("unlink rmdir", deletesFirst),
  ...each("file_put_contents", writesArgument(0, "create_or_replace")),
  ...each("mkdir touch chmod", writesArgument(0, "derived")),
  ...each("copy symlink link", writesArgument(1, "create_or_replace")),
  ...each("rename", moves),
  ...each("system exec shell_exec passthru", runsText),
};

export const php: Program = {
  names: ["php"],
  use(args) {
    const [option, program, ...rest] = args.map(({ text }) => text);
    if (args.length === 1 && ["--version", "-v", "--help", "-h"].includes(option ?? "")) return onlyReads([]);
    if (option !== "-r" || program == null || rest.length > 0) return undefined;
    const calls = readLiteralCalls(program, {
      computed: "${",
      escapesInSingle: false,
      comment: "//",
      bareArguments: true,
      statement: () => false,
    });
    return calls && useOfCalls(calls, meanings);
  },
};
