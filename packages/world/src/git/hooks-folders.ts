/** Where git finds hooks by the settings of a repository and of its user, besides the folder of its own. */
import { dirname, isAbsolute, join, resolve } from "node:path";
import { onSystemError } from "../errors/file-problem.ts";
import { realFolder } from "../files/file-identity.ts";
import { formatStamp, stampAt } from "../files/file-stamp.ts";
import { readRegular } from "../files/read-regular.ts";
import { executingLines } from "./git-config.ts";
import { findRepository } from "./git-facts.ts";

const hookNames = `applypatch-msg commit-msg fsmonitor-watchman p4-changelist p4-post-changelist p4-pre-submit
  p4-prepare-changelist post-applypatch post-checkout post-commit post-index-change post-merge post-receive post-rewrite
  post-update pre-applypatch pre-auto-gc pre-commit pre-merge-commit pre-push pre-rebase pre-receive prepare-commit-msg
  proc-receive push-to-checkout reference-transaction sendemail-validate update`.split(/\s+/);

const KEY = /^core\.hookspath=\w+\s*=\s*(.+)$/i;
/** `includeIf` too: whether it holds is asked by git each time. */
const INCLUDE = /^include(?:if)?\.path=\w+\s*=\s*(.+)$/i;
const MOST_FILES = 40;

export function hooksFolders(root: string, home: string | null): string[] {
  return foldersAnd(root, home).folders;
}

function foldersAnd(root: string, home: string | null): { folders: string[]; read: string[] } {
  const repository = onSystemError("any", null, () => findRepository(root));
  if (!repository) return { folders: [], read: [] };
  const ofUser = home === null ? [] : [join(home, ".gitconfig"), join(home, ".config/git/config")];
  const files = [join(repository.commonDir, "config"), join(repository.gitDir, "config.worktree"), ...ofUser];
  const folders: string[] = [];
  // It grows while it is read: by the files that are included.
  for (const file of files) {
    const text = onSystemError("any", "", () => readRegular(file).toString("utf8"));
    for (const line of executingLines(text)) {
      folders.push(...placed(KEY.exec(line)?.[1], repository.top, home));
      const included = placed(INCLUDE.exec(line)?.[1], dirname(file), home);
      files.push(...included.filter((one) => files.length < MOST_FILES && !files.includes(one)));
    }
  }
  const places = new Set(folders.flatMap((folder) => [folder, realFolder(folder) ?? folder]));
  // A folder that holds the repository holds more than hooks: of it only what git would run.
  const all = [...places].flatMap((place) =>
    `${repository.top}/`.startsWith(`${place}/`) ? hookNames.map((name) => join(place, name)) : [place],
  );
  return { folders: all, read: files };
}

/** The value may stand in quotes and be followed by a comment. */
function placed(written: string | undefined, from: string, home: string | null): string[] {
  const value = (written ?? "")
    .replace(/\s+[#;].*$/, "")
    .replace(/"/g, "")
    .trim();
  if (value === "" || value === "/dev/null") return [];
  if (value.startsWith("~/")) return home === null ? [] : [join(home, value.slice(2))];
  return [isAbsolute(value) ? value : resolve(from, value)];
}

/** The same, read again when one of the settings that say so is another. */
export function createHooksFolders(root: string, home: string | null): () => readonly string[] {
  let known = { stamp: "", ...foldersAnd(root, home) };
  known.stamp = stampOf(known.read);
  return () => {
    if (known.stamp !== stampOf(known.read)) {
      const again = foldersAnd(root, home);
      known = { stamp: stampOf(again.read), ...again };
    }
    return known.folders;
  };
}

function stampOf(files: readonly string[]): string {
  return files
    .map((file) => {
      const at = stampAt(file);
      return at === null ? "" : formatStamp(at);
    })
    .join("\n");
}
