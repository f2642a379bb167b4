export { lineWriter, readLines } from "./lines.ts";
export {
  errorOf,
  isRequest,
  isResponse,
  lookalike,
  type ReadMessage,
  type RpcId,
  type RpcMessage,
  type RpcNotification,
  type RpcParams,
  type RpcRequest,
  type RpcResponse,
  readMessage,
  resultOf,
  rpcCodes,
  twinIn,
} from "./message.ts";
export { startProgram } from "./speaking-program.ts";
