/** Starts a held command in the background, watched over by a process of its own. */
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFileSync, writeSync } from "node:fs";
import { jsonFields } from "@intentgate/documents";
import { type HeldRecord, listHeld } from "./held/held-record.ts";
import { type HoldEnd, type HoldOrder, type HoldParts, holdCommand } from "./hold-command.ts";

export type StartedHeld = { began: true; held: HeldRecord } | { began: false; why: string };

export interface StartHeldOptions {
  /** The program that calls `superviseHeld`, with its words. */
  supervisor: readonly [string, ...string[]];
  /** Of the command. */
  env: NodeJS.ProcessEnv;
}

/** What watches over it runs outside the box: a variable of the command's could make it load code. */
const STARTED_WITH = /^(?:PATH|HOME|TMPDIR|TMP|TEMP|USER|LOGNAME|LANG|TZ|XDG_(?:STATE|CONFIG)_HOME)$/;

/** Of all sessions together; whoever starts more has a loop, not a server. */
const MOST_HELD = 32;

export function newHeldId(): string {
  return Array.from({ length: 8 }, () => "abcdefghjkmnpqrstuvwxyz23456789"[randomInt(31)]).join("");
}

export async function startHeld(order: HoldOrder, { supervisor, env }: StartHeldOptions): Promise<StartedHeld> {
  if (listHeld(order.states).length >= MOST_HELD)
    return { began: false, why: `${MOST_HELD} commands are held already` };
  const [program, ...words] = supervisor;
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => STARTED_WITH.test(name)));
  const started = { cwd: order.root, env: own, detached: true } as const;
  const child = spawn(program, words, { ...started, stdio: ["pipe", "pipe", "ignore"] });
  child.unref();
  child.stdin.on("error", () => child.stdin.destroy());
  child.stdin.end(JSON.stringify({ ...order, env: ownless(env) }));
  const said = await new Promise<string>((resolve) => {
    let text = "";
    child.on("error", () => resolve(""));
    child.stdout.on("data", (bytes) => {
      text += bytes;
      if (text.includes("\n")) resolve(text);
    });
    child.stdout.on("close", () => resolve(text));
  });
  child.stdout.destroy();
  const { held, why } = jsonFields(said);
  if (typeof held === "object" && held !== null) return { began: true, held: held as HeldRecord };
  return { began: false, why: typeof why === "string" ? why : "what watches over it could not be started" };
}

/** What the process does that watches over it: reads the order, says whether it runs, and stays to its end. */
export async function superviseHeld(controlIn: (root: string) => HoldParts["isControl"]): Promise<HoldEnd> {
  const { env, ...order } = JSON.parse(readFileSync(0, "utf8")) as HoldOrder & { env: NodeJS.ProcessEnv };
  const say = (value: unknown) => void writeSync(1, `${JSON.stringify(value)}\n`);
  const onBegun = (held: HeldRecord) => say({ held });
  const end = await holdCommand(order, { isControl: controlIn(order.root), env, onBegun });
  if (!end.began) say({ why: end.why });
  return end;
}

/** The gate's own settings are none of the command's business. */
function ownless(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith("INTENTGATE_")));
}
