/** What is known of a program that a command names. */
import { type ProgramFacts, programFacts } from "./program-facts.ts";

const byName = new Map<string, ProgramFacts>();
for (const { names, ...facts } of programFacts) {
  for (const name of names.split(/\s+/)) byName.set(name, { ...byName.get(name), ...facts });
}

const nothing: ProgramFacts = {};

/** Of exactly this name, for whoever believes a program more because of it. */
export function factsOf(name: string): ProgramFacts {
  return byName.get(name) ?? nothing;
}

/** Of a program as people name it, with its folder, an ending of Windows, its version; for whoever believes it less. */
export function factsOfProgram(named: string): ProgramFacts {
  const name = named.slice(named.lastIndexOf("/") + 1).replace(/\.(?:exe|cmd|bat)$/i, "");
  return { ...factsOf(unversioned(name)), ...factsOf(name) };
}

/** `python3.11` is python, `bash-5.2` is bash. */
function unversioned(name: string): string {
  let end = name.length;
  while (end > 0 && /[0-9.-]/.test(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}

/** Whether what it runs may stand in a file that its words name. */
export function runsNamedFiles(named: string): boolean {
  const { script, startsOthers, runsFiles } = factsOfProgram(named);
  return script !== undefined || startsOthers === true || runsFiles === true;
}

/** The folder that a program works in is another one after this word. */
export function changesFolder(word: string): boolean {
  if (factsOf(word).changesFolder || /^-[A-Za-z]*C/.test(word)) return true;
  return /^--(?:directory|prefix|cwd|chdir|dir|working-directory|project-dir|manifest-path)(?:=|$)/.test(word);
}

/** Of package managers: another package is meant, or a program that an agent may have installed. */
export function leadsElsewhere(program: string, word: string): boolean {
  if (!factsOfProgram(program).steeredBy?.includes("package.json")) return false;
  return /^(?:-ws?|-F|-r|--filter|--recursive|--workspaces?|workspaces?|exec|x|dlx)(?:=|$)/.test(word);
}
