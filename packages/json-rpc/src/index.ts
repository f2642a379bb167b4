export { lineWriter, readLines } from "./lines.ts";
export {
  errorOf,
  isNotification,
  isRequest,
  isResponse,
  lookalike,
  type ReadMessage,
  type RpcError,
  type RpcId,
  type RpcMessage,
  type RpcNotification,
  type RpcParams,
  type RpcRequest,
  type RpcResponse,
  readMessage,
  resultOf,
  rpcCodes,
} from "./message.ts";
export { type ProgramOptions, type SpeakingProgram, startProgram } from "./speaking-program.ts";
