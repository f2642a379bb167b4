export { classifyShell, type ShellResult } from "./classify/classify-command.ts";
export type { Explained } from "./classify/explain.ts";
export {
  changesFolder,
  factsOf,
  factsOfProgram,
  leadsElsewhere,
  runsNamedFiles,
} from "./facts/facts-of.ts";
export { isOnlyShells } from "./facts/only-shells.ts";
export type { ScriptWords } from "./facts/program-facts.ts";
export { steersTheGate } from "./programs/intentgate.ts";
export { shownOfProcess } from "./state/place-effect.ts";
export type { DeclaredUse } from "./state/walker.ts";
export { splitLine } from "./syntax/split-line.ts";
