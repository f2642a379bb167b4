export { type FailureCode, failureCodes, PlanError } from "./contract/failure.ts";
export {
  defaultLimits,
  type FilePlan,
  type GateTools,
  type InputCheck,
  type ParsedPatch,
  type PatchHunk,
  type PatchOperation,
  type ProposedIntent,
  type ScopeExpansion,
  type ToolContext,
  type ToolDefinition,
  type ToolKind,
  type ToolLimits,
  type ToolResult,
} from "./contract/tool.ts";
export { stagedBy } from "./files/staged-file.ts";
export { createNativeTools, type NativeTools } from "./native/native-tools.ts";
