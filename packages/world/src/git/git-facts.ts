/** Facts about the repository, read from its files: no git process, so nothing in it can run. */
import { readdirSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { onSystemError } from "../errors/file-problem.ts";
import { readRegular } from "../files/read-regular.ts";

export interface Repository {
  /** The folder that holds `.git`. */
  top: string;
  /** This worktree's own metadata folder. */
  gitDir: string;
  /** Metadata shared by all worktrees. */
  commonDir: string;
  /** Top folder of the main worktree; `top` itself unless this is a linked one. */
  mainTop: string;
}

export function findRepository(from: string): Repository | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = repositoryAt(folder);
    if (found) return found;
    if (dirname(folder) === folder) return null;
  }
}

function repositoryAt(top: string): Repository | null {
  const dotGit = join(top, ".git");
  const stat = statSync(dotGit, { throwIfNoEntry: false });
  if (!stat) return null;
  if (stat.isDirectory()) {
    // An agent's sandbox leaves an empty one where it wants to mount; that is as little a repository as none.
    const isEmpty = onSystemError("any", false, () => readdirSync(dotGit).length === 0);
    return isEmpty ? null : { top, gitDir: dotGit, commonDir: dotGit, mainTop: top };
  }
  const pointer = /^gitdir: (.+)$/m.exec(readText(dotGit) ?? "")?.[1]?.trim();
  if (!pointer) return null;
  const gitDir = isAbsolute(pointer) ? pointer : resolve(top, pointer);
  const common = readText(join(gitDir, "commondir"))?.trim();
  if (!common) return { top, gitDir, commonDir: gitDir, mainTop: top }; // a submodule is a repository of its own
  const commonDir = resolve(gitDir, common);
  const linkedBack = readText(join(gitDir, "gitdir"))?.trim();
  // A worktree counts as linked only when the main repository knows it: the pointer alone could be planted.
  const known = linkedBack !== undefined && resolve(gitDir, linkedBack) === dotGit;
  const mainTop = known && commonDir.endsWith(`${"/"}.git`) ? dirname(commonDir) : top;
  return { top, gitDir, commonDir, mainTop };
}

/** The commit that HEAD names, or "unknown". */
export function headRevision(repository: Repository | null): string {
  if (!repository) return "unknown";
  const head = readText(join(repository.gitDir, "HEAD"))?.trim() ?? "";
  if (/^[0-9a-f]{40,64}$/.test(head)) return head;
  const ref = /^ref: (refs\/[^\s]+)$/.exec(head)?.[1];
  if (!ref || ref.includes("..")) return "unknown";
  const loose = readText(join(repository.gitDir, ref))?.trim() ?? readText(join(repository.commonDir, ref))?.trim();
  if (loose && /^[0-9a-f]{40,64}$/.test(loose)) return loose;
  const packed = readText(join(repository.commonDir, "packed-refs")) ?? "";
  const line = packed.split("\n").find((one) => one.endsWith(` ${ref}`));
  const sha = line?.split(" ")[0] ?? "";
  return /^[0-9a-f]{40,64}$/.test(sha) ? sha : "unknown";
}

/** Absent, or something that git would not read either. */
const NO_TEXT = ["ENOENT", "ENOTDIR", "EISDIR", "EFTYPE", "ELOOP", "ENXIO"];

function readText(file: string): string | undefined {
  try {
    return readRegular(file).toString("utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== undefined && NO_TEXT.includes(code)) return undefined;
    throw error;
  }
}
