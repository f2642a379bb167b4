/** What the four ways to ask a model have in common. */
import type { Fields } from "./json-fields.ts";
import type { Step, Turn } from "./script.ts";

export type ProtocolName = "anthropic-messages" | "chat-completions" | "responses" | "generate-content";

/** A request as far as a script needs it. */
export interface Asked {
  turns: readonly Turn[];
  /** Names of the tools the model may call; a tool of a namespace as `namespace__tool`. */
  tools: readonly string[];
  streams: boolean;
}

export interface Answering {
  body: Fields;
  step: Step;
  /** At most so many characters of a text or of arguments in one event; whole where it is Infinity. */
  pieceLength: number;
  usage: { input: number; output: number };
  id(prefix: string): string;
}

export interface SentEvent {
  event?: string;
  /** A text is sent as it is. */
  data: unknown;
}

export interface Protocol {
  name: ProtocolName;
  /** Whether a POST to this path asks the model. */
  asksAt(path: string): boolean;
  read(body: Fields, path: string): Asked;
  whole(answering: Answering): unknown;
  events(answering: Answering): SentEvent[];
}

/** What the arguments of a call look like on the wire. */
export function argumentsOf(call: { input: unknown; raw?: string }): string {
  return call.raw ?? JSON.stringify(call.input ?? {});
}

export function piecesOf(text: string, length: number): string[] {
  const characters = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += length) {
    pieces.push(characters.slice(at, Math.min(at + length, characters.length)).join(""));
    if (length === Number.POSITIVE_INFINITY) break;
  }
  return pieces.length > 0 ? pieces : [""];
}
