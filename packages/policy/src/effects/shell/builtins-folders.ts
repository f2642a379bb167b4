/** `cd` and its kin: where relative paths lie from now on. */
import type { Builtin } from "./builtin.ts";
import { folderValue } from "./parameters.ts";
import { type Folder, placeFolder } from "./place-path.ts";
import type { ShellState } from "./shell-state.ts";
import { type Field, fullText } from "./value.ts";
import { type Outcome, prints, succeeds, type Walker } from "./walker.ts";

export const cd: Builtin = (walker, args, state) => {
  const operands = [...args];
  while (operands[0]?.text && /^-[LPe@]+$/.test(operands[0].text)) operands.shift();
  if (operands[0]?.text === "--") operands.shift();
  const [target] = operands;
  const text = target ? fullText(target) : "~";
  const goesBack = text === "-";
  const folder = goesBack ? state.previousFolder : follow(walker, state, target, text);
  enter(walker, state, folder);
  // `cd -` prints where it went.
  return goesBack ? { ...prints, status: "succeeds" } : succeeds;
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
  const isMadeHere = walker.effects.some((effect) => effect.does === "write" && effect.path === folder);
  if (folder !== null && folder !== "" && !isMadeHere) walker.assumed.add(folder);
}

export const pushd: Builtin = (walker, args, state) => {
  const operands = args.filter(({ text }) => text !== "-n" && text !== "--");
  const text = operands[0] ? fullText(operands[0]) : null;
  const isPlain = operands.length === 1 && text !== null && !/^[-+]/.test(text) && args.length === operands.length;
  const before = state.folder;
  enter(walker, state, isPlain ? follow(walker, state, operands[0], text) : null);
  state.pushedFolders = isPlain ? [before, ...state.pushedFolders] : [];
  return { ...prints, status: "succeeds" };
};

export const popd: Builtin = (walker, args, state) => {
  const [top, ...rest] = state.pushedFolders;
  enter(walker, state, args.length === 0 && top !== undefined ? top : null);
  state.pushedFolders = args.length === 0 ? rest : [];
  return { ...prints, status: "succeeds" };
};

export const dirs: Builtin = (_walker, args, state): Outcome => {
  if (args.length > 0) state.pushedFolders = [];
  return prints;
};

export const pwd: Builtin = (_walker, _args, state) => {
  const { text } = folderValue(state.folder);
  return { output: text === null ? null : `${text}\n`, status: "succeeds" };
};
