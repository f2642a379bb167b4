/** `python`: its version, and one-liners that are nothing but known calls. */
import { onlyReads, type Program, type Use, type Word } from "../../uses/program.ts";
import {
  deletesFirst,
  each,
  harmless,
  type Meanings,
  moves,
  onObject,
  opens,
  runsText,
  runsWords,
  useOfCalls,
  writesArgument,
} from "./call-effects.ts";
import { type CallRules, readLiteralCalls } from "./literal-calls.ts";
import { programText } from "./program-text.ts";

const meanings: Meanings = {
  ...each("print len str int repr sys.exit exit os.getcwd sys.stdout.write", harmless),
  ...each("os.remove os.unlink os.rmdir shutil.rmtree", deletesFirst),
  ...each("os.mkdir os.makedirs os.chmod os.truncate", writesArgument(0, "derived")),
  ...each(
    "shutil.copy shutil.copyfile shutil.copy2 shutil.copytree os.symlink os.link",
    writesArgument(1, "create_or_replace"),
  ),
  ...each("os.rename os.replace shutil.move", moves),
  ...each("open open().write open().close open().read open().writelines open().readlines", onObject(opens)),
  ...each("pathlib.Path().unlink pathlib.Path().rmdir", onObject(deletesFirst)),
  ...each("pathlib.Path().write_text pathlib.Path().write_bytes", onObject(writesArgument(0, "create_or_replace"))),
  ...each("pathlib.Path().touch pathlib.Path().mkdir", onObject(writesArgument(0, "derived"))),
  ...each("os.system os.popen os.popen().read", (call) => runsText({ ...call, args: call.args.slice(0, 1) })),
  ...each("subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen", runsWords),
};

const modules = new Set(["os", "sys", "shutil", "subprocess", "pathlib"]);
/** Loaded before the program begins: a file of that name in the folder is not taken for it. */
const builtIn = new Set(["os", "sys"]);

function rules(imported: Set<string>): CallRules {
  return {
    computed: "",
    escapesInSingle: true,
    comment: "#",
    bareArguments: false,
    statement(tokens, names) {
      const [first, module, second, ...rest] = tokens.map(({ text }) => text);
      if (first === "import") {
        const given = tokens.slice(1).filter((_, at) => at % 2 === 0);
        const commas = tokens.slice(1).filter((_, at) => at % 2 === 1);
        if (commas.some(({ text }) => text !== ",") || given.some(({ text }) => !modules.has(text))) return false;
        for (const { text } of given) imported.add(text);
        return given.length > 0;
      }
      if (first !== "from" || second !== "import" || !module || !modules.has(module) || rest.length !== 1) return false;
      imported.add(module);
      names.set(rest[0] ?? "", `${module}.${rest[0]}`);
      return true;
    },
  };
}

/**
 * The current folder is searched first: a file `shutil.py` there is run instead of the module. Where an error is possible, so
 * is `traceback.py`, which the newer ones load to print it.
 */
function oneLiner(program: string, isIsolated: boolean): Use | undefined {
  const imported = new Set<string>();
  const calls = readLiteralCalls(program, rules(imported));
  const use = calls && useOfCalls(calls, meanings);
  if (!use || isIsolated) return use;
  const changes = use.nested.length > 0 || use.effects.some(({ does }) => does !== "read");
  if (!changes && ![...imported].every((module) => builtIn.has(module))) return undefined;
  if (program.split(/[;\n]/).every((statement) => cannotFail.test(statement))) return use;
  return { ...use, effects: [{ does: "load_settings", program: "python" }, ...use.effects] };
}

const cannotFail =
  /^ *(?:import (?:sys|os)|(?:print|exit|sys\.exit)\((?:"[^"\\]*"|'[^'\\]*'|[0-9]{1,9}|sys\.(?:version|version_info|executable|path|platform|prefix)|os\.name)?\))? *$/;

/** None of them changes what the program means. */
const quietOptions = new Set(["-I", "-P", "-E", "-s", "-B", "-u"]);

export const python: Program = {
  names: ["python", "python2", "python3", "python3.10", "python3.11", "python3.12", "python3.13", "python3.9"],
  use(args: readonly Word[], around) {
    const texts = args.map(({ text }) => text);
    if (texts.length === 1 && ["--version", "-V", "-VV", "--help", "-h"].includes(texts[0] ?? "")) return onlyReads([]);
    const end = texts.findIndex((text) => text === null || !quietOptions.has(text));
    const [options, rest] = end < 0 ? [texts, []] : [texts.slice(0, end), texts.slice(end)];
    // Words behind a program in an option are its own arguments.
    const program = programText(rest[0] === "-c" ? rest.slice(0, 2) : rest, ["-c"], () => around.stdin);
    return program === null ? undefined : oneLiner(program, options.includes("-I") || options.includes("-P"));
  },
};
