/**
 * Interpreters. What code does is not read here: one that is given any is not known. Only fixed forms without code of
 * the caller are.
 */
import { onlyReads, type Program, type Use } from "../uses/program.ts";

function printsOnly(names: readonly string[], options: readonly string[]): Program {
  return {
    names,
    use: ([option, ...more]) => (more.length === 0 && options.includes(option?.text ?? "") ? onlyReads([]) : undefined),
  };
}

const python: Program = {
  names: ["python", "python2", "python3", "python3.10", "python3.11", "python3.12", "python3.13", "python3.9"],
  use(args) {
    const texts = args.map(({ text }) => text);
    if (texts.length === 1 && ["--version", "-V", "-VV", "--help", "-h"].includes(texts[0] ?? "")) return onlyReads([]);
    return jsonTool(texts);
  },
};

/** `python -I -m json.tool [FILE]` prints; a second file would be written. Without `-I` the folder may bring its own `json`. */
function jsonTool([isolated, option, module, ...rest]: readonly (string | null)[]): Use | undefined {
  if (isolated !== "-I" || option !== "-m" || module !== "json.tool" || rest.length > 1) return undefined;
  const [file = "-"] = rest;
  if (file === null || (file.startsWith("-") && file !== "-")) return undefined;
  return onlyReads(file === "-" ? [] : [file]);
}

const usual = ["--version", "-v", "--help", "-h"];

export const interpreters: readonly Program[] = [
  python,
  printsOnly(["node", "nodejs"], usual),
  printsOnly(["ruby"], usual),
  printsOnly(["perl"], usual),
  printsOnly(["php"], usual),
];
