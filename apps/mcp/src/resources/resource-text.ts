/** A resource as JSON text: plain, limited, and with the problem in place of the content where it cannot be read. */
import { ProblemError } from "@intentgate/documents";
import type { Gate } from "../gate/gate.ts";
import { plainValue } from "../gate/result.ts";
import type { McpResource } from "./resource.ts";

const LARGEST = 200_000;

export async function toResource(read: McpResource["read"], gate: Gate): Promise<string> {
  const found = await gate.look(read);
  if (!found.ok) throw new ProblemError(found.problems);
  const text = JSON.stringify(plainValue(found.value), null, 1);
  if (text.length > LARGEST) throw new Error(`the resource has ${text.length} characters and is not sent`);
  return text;
}
