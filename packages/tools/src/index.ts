export { type FailureCode, failureCodes, PlanError } from "./failure.ts";
export { stagedBy } from "./files/staged-file.ts";
export { createNativeTools, type NativeTools } from "./native-tools.ts";
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
} from "./tool.ts";
