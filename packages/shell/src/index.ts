export { classifyShell, type ShellResult } from "./classify/classify-command.ts";
export type { Explained } from "./classify/explain.ts";
export { steersTheGate } from "./programs/gate-command.ts";
export { shownOfProcess } from "./state/process-words.ts";
export type { DeclaredUse } from "./state/walker.ts";
