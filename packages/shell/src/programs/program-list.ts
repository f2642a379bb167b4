/** All programs whose uses are known. */

import { onlyReads, type Program } from "../uses/program.ts";
import { awk } from "./awk.ts";
import { compress } from "./compress.ts";
import { copyAndMove } from "./copy-and-move.ts";
import { curl } from "./curl.ts";
import { devices } from "./devices.ts";
import { env } from "./env.ts";
import { fd } from "./fd.ts";
import { find } from "./find.ts";
import { formatters } from "./formatters.ts";
import { git } from "./git/git.ts";
import { intentgate } from "./intentgate.ts";
import { interpreters } from "./interpreters.ts";
import { makeFiles } from "./make-files.ts";
import { openssl } from "./openssl.ts";
import { outputOption } from "./output-option.ts";
import { parallel } from "./parallel.ts";
import { patch } from "./patch.ts";
import { printing } from "./printing.ts";
import { readingFiles } from "./reading-files.ts";
import { readingSearch } from "./reading-search.ts";
import { readingSystem } from "./reading-system.ts";
import { readingText } from "./reading-text.ts";
import { remove } from "./remove.ts";
import { rsync } from "./rsync.ts";
import { sed } from "./sed.ts";
import { sessions } from "./sessions.ts";
import { sevenZip } from "./seven-zip.ts";
import { sqlite } from "./sqlite.ts";
import { sshKeygen } from "./ssh-keygen.ts";
import { tar } from "./tar.ts";
import { toolPrograms } from "./tools/tool-list.ts";
import { transforms } from "./transforms.ts";
import { wget } from "./wget.ts";
import { wrappers } from "./wrappers.ts";
import { xargs } from "./xargs.ts";
import { yq } from "./yq.ts";
import { zipPrograms } from "./zip.ts";

export const programs: readonly Program[] = [
  ...printing,
  ...readingFiles,
  ...readingText,
  ...transforms,
  ...readingSearch,
  ...readingSystem,
  ...outputOption,
  ...remove,
  ...copyAndMove,
  ...makeFiles,
  ...devices,
  sed,
  awk,
  yq,
  tar,
  ...compress,
  ...zipPrograms,
  sevenZip,
  patch,
  curl,
  wget,
  rsync,
  openssl,
  sshKeygen,
  git,
  env,
  ...wrappers,
  ...sessions,
  xargs,
  parallel,
  find,
  fd,
  ...interpreters,
  sqlite,
  ...formatters,
  ...toolPrograms,
  intentgate,
];

const byName = new Map<string, Program>();
for (const program of programs) {
  for (const name of program.names) if (!byName.has(name)) byName.set(name, withHelp(program));
}

/** Asked for nothing but its help or its version, nearly every program here prints and ends. */
function withHelp(program: Program): Program {
  // To these an option is text like any other.
  if (printing.includes(program) || program.loadsFirst) return program;
  return {
    names: program.names,
    use(args, around) {
      const [only] = args;
      const asks = args.length === 1 && (only?.text === "--help" || only?.text === "--version");
      return asks ? onlyReads([]) : program.use(args, around);
    },
  };
}

export function findProgram(name: string): Program | undefined {
  return byName.get(name);
}
