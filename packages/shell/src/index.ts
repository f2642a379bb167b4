export { steersTheGate } from "./programs/gate-command.ts";
export { classifyShell, type ShellResult } from "./walk/classify-command.ts";
export type { Explained } from "./walk/explain.ts";
export { shownOfProcess } from "./walk/process-words.ts";
export type { DeclaredUse } from "./walk/walker.ts";
