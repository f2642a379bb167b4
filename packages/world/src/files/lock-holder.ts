/** Who holds a lock, as written into the lock itself. */

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { jsonFields } from "@intentgate/documents";
import { isAlive, startedAt } from "../processes/process-identity.ts";

export interface Holder {
  pid: number;
  /** Null where the system does not say. */
  startedAt: string | null;
  host: string;
  token: string;
}

/** Of this process; asked for with every lock, and always the same. */
let own: Pick<Holder, "pid" | "startedAt" | "host"> | null = null;

export function newHolder(): Holder {
  own ??= { pid: process.pid, startedAt: startedAt(process.pid), host: hostname() };
  return {
    ...own,
    token: randomBytes(8).toString("hex"),
  };
}

export function readHolder(text: string): Holder | null {
  const { pid, startedAt, host, token } = jsonFields(text);
  if (typeof pid !== "number" || typeof host !== "string") return null;
  if (typeof token !== "string" || !/^[0-9a-f]{16}$/.test(token)) return null;
  return { pid, startedAt: typeof startedAt === "string" ? startedAt : null, host, token };
}

/** Of a process on another machine nothing is known, so it is not gone. */
export function isGone(holder: Holder): boolean {
  return holder.host === hostname() && !isAlive(holder.pid, holder.startedAt);
}

export function describeHolder(holder: Holder | null): string {
  return holder ? `process ${holder.pid} on ${holder.host}` : "an unknown process";
}
