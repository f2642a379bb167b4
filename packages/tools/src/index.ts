export { PlanError } from "./contract/failure.ts";
export {
  defaultLimits,
  type EndOfRun,
  type FilePlan,
  type GateTools,
  type GoesOn,
  type StartedOtherwise,
  type StartOtherwise,
  type ToolContext,
  type ToolDefinition,
  type ToolKind,
} from "./contract/tool.ts";
export { holdFolder, MovedFolderError } from "./files/held-folder.ts";
export { holdFolders } from "./files/held-folders.ts";
export { stagedBy, stageFile } from "./files/staged-file.ts";
export { createNativeTools, type NativeTools } from "./native/native-tools.ts";
