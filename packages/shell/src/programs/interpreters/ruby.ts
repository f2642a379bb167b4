/** `ruby`: its version, and one-liners that are nothing but known calls. */
import { onlyReads, type Program } from "../../uses/program.ts";
import {
  deletesAll,
  deletesFirst,
  each,
  harmless,
  type Meanings,
  moves,
  opens,
  runsText,
  useOfCalls,
  writesArgument,
} from "./call-effects.ts";
import { readLiteralCalls } from "./literal-calls.ts";
import { programText } from "./program-text.ts";

const meanings: Meanings = {
  ...each("puts print p exit", harmless),
  require: ({ args }) => (args[0]?.[0] === "fileutils" ? {} : undefined),
  ...each("FileUtils.rm_rf FileUtils.rm FileUtils.rm_r FileUtils.rm_f FileUtils.rmtree FileUtils.rmdir", deletesFirst),
  ...each("File.delete File.unlink Dir.rmdir Dir.delete Dir.unlink", deletesAll),
  ...each("FileUtils.touch FileUtils.mkdir FileUtils.mkdir_p Dir.mkdir", writesArgument(0, "derived")),
  ...each("FileUtils.cp FileUtils.cp_r FileUtils.ln_s File.symlink", writesArgument(1, "create_or_replace")),
  ...each("FileUtils.mv File.rename", moves),
  ...each("File.write", writesArgument(0, "create_or_replace")),
  ...each("File.open", opens),
  ...each("system exec spawn", runsText),
};

export const ruby: Program = {
  names: ["ruby"],
  use(args, around) {
    const texts = args.map(({ text }) => text);
    if (args.length === 1 && ["--version", "-v", "--help", "-h"].includes(texts[0] ?? "")) return onlyReads([]);
    const program = programText(texts, ["-e"], () => around.stdin);
    if (program === null) return undefined;
    const calls = readLiteralCalls(program, {
      computed: "#",
      escapesInSingle: false,
      comment: "#",
      bareArguments: true,
      statement: () => false,
    });
    return calls && useOfCalls(calls, meanings);
  },
};
