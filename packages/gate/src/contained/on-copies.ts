/** Whether a command can do with copies of what it may change, where no layers can be laid, and which folders these are. */
import { lstatSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PlannedCopies } from "@intentgate/box";
import { changedFolders, changedPaths, type HookContext, readPaths, type TouchedPath } from "@intentgate/engine";
import { createScope, type Governed, type Machine } from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";
import { onSystemError, realFolder } from "@intentgate/world";
import { type CallScopeParts, callScope } from "../observe/call-scope.ts";

interface OnCopiesParts extends CallScopeParts {
  governed: Pick<Governed, "controlReason" | "place">;
}

type Made = Pick<HookContext, "cwd" | "intentId" | "session">;

export interface OnCopies {
  /** Asked before it runs, of a command that would. */
  fits(root: GovernedRoot, made: Made & Pick<HookContext, "effects">): Promise<Machine>;
  plan(root: GovernedRoot, made: Made): Promise<PlannedCopies>;
}

export function createOnCopies(parts: OnCopiesParts): OnCopies {
  async function plan(root: GovernedRoot, made: Made): Promise<PlannedCopies> {
    const scope = createScope(callScope(made, parts).globs(root.root), { ignoreCase: false });
    return (await import("@intentgate/box")).planCopies(root.root, {
      mayCoverBelow: (folder) => scope.mayCoverBelow(folder),
      isControl: (path) => parts.governed.controlReason(join(root.root, path)) !== null,
    });
  }

  return {
    plan,

    async fits(root, made) {
      const no = (why: string) => ({ can: false as const, why });
      const home = realFolder(homedir()) ?? homedir();
      const isIn = (path: string, folder: string) => `${path}/`.startsWith(`${folder}/`);
      if (isIn(home, root.root)) return no("the home folder lies in the repository");
      if (!isIn(made.cwd ?? root.root, root.root)) return no("it works outside of the repository");
      const { effects } = made;
      const mentioned = effects.list.flatMap((effect) => (effect.kind === "unknown" ? effect.mentions : []));
      const gone = [...readPaths(effects), ...mentioned].find((path) => isNotThere(path, home, root.root));
      if (gone !== undefined) return no(`${gone.path} would not be there`);
      const planned = await plan(root, made);
      if (!planned.can) return planned;
      const { bound, over } = planned.copies;
      const isWritable = ({ absolute }: TouchedPath) => {
        if (parts.governed.place(absolute).kind === "scratch") return isFirst(absolute);
        if (!isIn(absolute, root.root)) return false;
        const at = absolute.slice(root.root.length + 1);
        return over.some((path) => isIn(at, path)) || !bound.some(({ path }) => isIn(at, path));
      };
      const closed = [...changedPaths(effects), ...changedFolders(effects)].find((path) => !isWritable(path));
      return closed === undefined ? { can: true } : no(`${closed.path} would be read-only`);
    },
  };

  /** Of the home folder little is there, and of the folder for scratch its plain files. */
  function isNotThere({ absolute }: TouchedPath, home: string, root: string): boolean {
    if (absolute.startsWith(`${root}/`) || absolute === root) return false;
    const stat = onSystemError("any", undefined, () => lstatSync(absolute, { throwIfNoEntry: false }));
    if (stat === undefined) return false;
    if (absolute.startsWith(`${home}/`)) return true;
    const isScratch = parts.governed.place(absolute).kind === "scratch";
    return isScratch && !(isFirst(absolute) && stat.isFile());
  }
}

function isFirst(absolute: string): boolean {
  return ["/tmp", tmpdir(), realFolder(tmpdir())].includes(dirname(absolute));
}
