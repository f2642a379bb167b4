export type { Fault } from "./fault.ts";
export type { Scripts, Step, StepCall } from "./script.ts";
export { type ScriptedModel, type SeenRequest, startScriptedModel } from "./start-scripted-model.ts";
