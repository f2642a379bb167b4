/** Which folder `init` puts under the gate, or why it does not. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { type Checked, problem } from "@intentgate/documents";
import { findRepository } from "@intentgate/world";

export interface RootChoice {
  folder: string;
  /** Named with --root: taken as it is. */
  isNamed: boolean;
  registered: readonly string[];
  home: string;
}

export interface ChosenRoot {
  root: string;
  /** The linked worktree this was called from; it shares what lies in the main one. */
  worktree: string | null;
}

export function chooseRoot({ folder, isNamed, registered, home }: RootChoice): Checked<ChosenRoot> {
  const from = realpathSync(folder);
  const repository = findRepository(from);
  const isLinked =
    repository !== null && repository.mainTop !== repository.top && (!isNamed || from === repository.top);
  const worktree = isLinked ? repository.top : null;
  const root = isLinked ? realpathSync(repository.mainTop) : isNamed ? from : (repository?.top ?? from);
  const outer = foldersAbove(root).find((one) => registered.includes(one) || existsSync(join(one, ".orchestration")));
  if (outer !== undefined) {
    const message = `${root} lies inside ${outer}, which is governed already`;
    return no(
      message,
      "Nothing needs to be done here: the intents and the policy of the outer folder hold for this one too.",
    );
  }
  if (!isNamed && (root === parse(root).root || root === home)) {
    const message = `this would put ${root === home ? "your whole home folder" : "the whole disk"} under the gate`;
    return no(message, "Go to the folder of your project, or name it: `intentgate init --root DIR`.");
  }
  return { ok: true, value: { root, worktree } };
}

function foldersAbove(root: string): string[] {
  const above: string[] = [];
  for (let folder = dirname(root); ; folder = dirname(folder)) {
    above.unshift(folder);
    if (folder === dirname(folder)) return root === folder ? [] : above;
  }
}

function no(message: string, remedy: string): Checked<ChosenRoot> {
  return { ok: false, problems: [problem("NOT_ALLOWED", message, remedy)] };
}
