/** Where git finds hooks by the settings of a repository and of its user, besides the folder of its own. */
import { isAbsolute, join, resolve } from "node:path";
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

export function hooksFolders(root: string, home: string | null): string[] {
  const repository = onSystemError("any", null, () => findRepository(root));
  if (!repository) return [];
  const ofUser = home === null ? [] : [join(home, ".gitconfig"), join(home, ".config/git/config")];
  const files = [join(repository.commonDir, "config"), join(repository.gitDir, "config.worktree"), ...ofUser];
  const folders = files.flatMap((file) => {
    const text = onSystemError("any", "", () => readRegular(file).toString("utf8"));
    return executingLines(text).flatMap((line) => {
      // The value may stand in quotes and be followed by a comment.
      const value = (KEY.exec(line)?.[1] ?? "")
        .replace(/\s+[#;].*$/, "")
        .replace(/"/g, "")
        .trim();
      if (value === "" || value === "/dev/null") return [];
      if (value.startsWith("~/")) return home === null ? [] : [join(home, value.slice(2))];
      return [isAbsolute(value) ? value : resolve(repository.top, value)];
    });
  });
  const places = new Set(folders.flatMap((folder) => [folder, realFolder(folder) ?? folder]));
  // A folder that holds the repository holds more than hooks: of it only what git would run.
  return [...places].flatMap((place) =>
    `${repository.top}/`.startsWith(`${place}/`) ? hookNames.map((name) => join(place, name)) : [place],
  );
}

/** The same, read again when the repository's own settings are others. */
export function createHooksFolders(root: string, home: string | null): () => readonly string[] {
  const config = onSystemError("any", null, () => findRepository(root))?.commonDir ?? root;
  let known: { stamp: string; folders: string[] } | undefined;
  return () => {
    const at = stampAt(join(config, "config"));
    const stamp = at === null ? "" : formatStamp(at);
    if (known?.stamp !== stamp) known = { stamp, folders: hooksFolders(root, home) };
    return known.folders;
  };
}
