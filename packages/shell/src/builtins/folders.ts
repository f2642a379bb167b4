/** `cd` and its kin: where relative paths lie from now on. */

import { folderValue } from "../expand/parameters.ts";
import type { MadeFolder, ShellState } from "../state/shell-state.ts";
import { type Outcome, prints, quiet, succeeds, type Walker } from "../state/walker.ts";
import { type Folder, placeFolder } from "../values/place-path.ts";
import { type Field, fullText } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";

export const cd: Builtin = (walker, args, state) => {
  const operands = [...args];
  let isPhysical = false;
  while (operands[0]?.text && /^-[LPe@]+$/.test(operands[0].text)) {
    if (operands.shift()?.text?.includes("P")) isPhysical = true;
  }
  if (operands[0]?.text === "--") operands.shift();
  const [target, ...others] = operands;
  // Two folders are an error, and it stays where it is.
  if (others.length > 0 && operands.every(({ text }) => text !== null)) return quiet;
  const text = others.length > 0 ? null : target ? fullText(target) : "~";
  const goesBack = text === "-";
  const folder = goesBack ? state.previousFolder : follow(walker, state, target, text);
  enter(walker, state, folder);
  // A later `..` steps out of where the links lead to.
  if (isPhysical && folder) walker.left.push(folder);
  // `cd -` prints where it went.
  return goesBack ? { output: null, status: "succeeds" } : succeeds;
};

function follow(walker: Walker, state: ShellState, target: Field | undefined, text: string | null): Folder {
  if (text === null || target?.glob || text === "") return text === "" ? state.folder : null;
  const folder = placeFolder(text, state.folder);
  return folder !== null && isGone(walker, folder) ? null : folder;
}

/** A folder that this very command took away: `cd` fails, and what follows happens elsewhere. */
function isGone(walker: Walker, folder: string): boolean {
  return walker.effects.some((effect) => {
    const path = effect.does === "delete" ? effect.path : effect.does === "move" ? effect.from : null;
    return path !== null && (folder === path || folder.startsWith(`${path}/`));
  });
}

function enter(walker: Walker, state: ShellState, folder: Folder): void {
  state.previousFolder = state.folder;
  state.folder = folder;
  if (folder === null || folder === "" || isMadeBefore(walker, folder)) return;
  const made = state.madeFolders.find((each) => makes(each, folder));
  if (!made) walker.assumed.push(folder);
  else {
    walker.made.push(folder);
    const parent = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
    if (made.how === "alone" && parent !== "") walker.assumed.push(parent);
  }
}

/** In `… && cd x` everything before it has worked. */
function isMadeBefore(walker: Walker, folder: string): boolean {
  return walker.effects
    .slice(walker.chainStart)
    .some(
      (effect) =>
        (effect.does === "write" && makes({ path: effect.path, how: effect.makesFolder ?? "alone" }, folder)) ||
        (effect.does === "write_below" && effect.folder === folder),
    );
}

function makes({ path, how }: MadeFolder, folder: string): boolean {
  return path === folder || (how === "with parents" && path.startsWith(`${folder}/`));
}

export const pushd: Builtin = (walker, args, state) => {
  const operands = args.filter(({ text }) => text !== "-n" && text !== "--");
  const text = operands[0] ? fullText(operands[0]) : null;
  const isPlain = operands.length === 1 && text !== null && !/^[-+]/.test(text) && args.length === operands.length;
  const before = state.folder;
  enter(walker, state, isPlain ? follow(walker, state, operands[0], text) : null);
  state.pushedFolders = isPlain ? [before, ...state.pushedFolders] : [];
  return { output: null, status: "succeeds" };
};

export const popd: Builtin = (walker, args, state) => {
  const [top, ...rest] = state.pushedFolders;
  enter(walker, state, args.length === 0 && top !== undefined ? top : null);
  state.pushedFolders = args.length === 0 ? rest : [];
  return { output: null, status: "succeeds" };
};

export const dirs: Builtin = (_walker, args, state): Outcome => {
  if (args.length > 0) state.pushedFolders = [];
  return prints;
};

export const pwd: Builtin = (_walker, _args, state) => {
  const { text } = folderValue(state.folder);
  return { output: text === null ? null : `${text}\n`, status: "either" };
};
