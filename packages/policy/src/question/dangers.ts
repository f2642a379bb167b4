/** The dangerous parts of a call, named in words. They come from what was read of it, never from how its text looks. */
import { changedPaths, type Effects } from "@intentgate/engine";
import {
  clientNeed,
  FETCHES,
  factsOfProgram,
  isLoopback,
  leadsOut,
  needsOf,
  OTHER_USER,
  SENDS,
  startedBy,
} from "@intentgate/shell";
import type { AskedCall } from "./asked-call.ts";

type Read = Pick<AskedCall, "effects" | "details" | "place">;

export interface Danger {
  text: string;
  /** It leads out of the repository, or out of this machine. */
  isOut: boolean;
}

export function dangersOf(call: Read): Danger[] {
  const { effects, details, place } = call;
  // What the proxy of a box lets through is asked about by name.
  const sends = effects.risk === "UNKNOWN" ? clientNeed(details.ran) : null;
  const all = [...new Set([...needsOf(details.ran), ...(sends === null ? [] : [sends])])];
  const needs = all.filter((need) => need === OTHER_USER || !isProxied(call));
  const isRoot = needs.includes(OTHER_USER);
  const isNamed = reachedBy(effects).length > 0;
  // Where it gets to says more than that it gets somewhere.
  const isSaid = (need: string) => need === OTHER_USER || (isNamed && [FETCHES, SENDS].includes(need));
  const gone = effects.list.flatMap((effect) => {
    if (effect.kind === "delete") return [effect.absolute];
    return effect.kind === "move" ? [effect.from.absolute] : [];
  });
  const written = [...changedPaths(effects), ...effects.list.filter((effect) => effect.kind === "write_below")]
    .map(({ absolute }) => absolute)
    .filter((absolute) => !gone.includes(absolute));
  const isOutside = (absolute: string) => place(absolute) === "outside";
  return [
    ...out(runsFetched(call), isRoot ? "Runs a script from the internet as root" : "Runs a script from the internet"),
    ...out(isRoot && !runsFetched(call), "Runs as root"),
    ...out(gone.some(isOutside), "Deletes outside the repository"),
    ...out(written.some(isOutside), "Writes outside the repository"),
    ...lossesOf(call, needs),
    ...effects.list.flatMap((effect) =>
      effect.kind === "override" ? [{ text: asFact(effect.what), isOut: false }] : [],
    ),
    ...needs.filter((need) => !isSaid(need)).map((need) => ({ text: asFact(need), isOut: leadsOut.includes(need) })),
  ];
}

function out(is: boolean, text: string): Danger[] {
  return is ? [{ text, isOut: true }] : [];
}

/** "it uses your keys" → "Uses your keys" */
function asFact(need: string): string {
  const words = need.replace(/^it /, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function lossesOf({ effects }: Read, needs: readonly string[]): Danger[] {
  const losses = effects.list.flatMap((effect) => (effect.kind === "loss" ? [effect.what] : []));
  const isSent = needs.includes(SENDS) || reachedBy(effects).length > 0;
  if (losses.length > 0 && isSent) return out(true, "Rewrites history that was pushed");
  return [...new Set(losses)].map((what) => ({ text: `Cannot be undone: ${what}`, isOut: false }));
}

/** Where a call gets to, but for this machine itself. */
export function reachedBy({ list }: Pick<Effects, "list">): string[] {
  const targets = list.flatMap((effect) =>
    effect.kind === "network" && !isLoopback(effect.target) ? [hostOf(effect.target)] : [],
  );
  return [...new Set(targets)];
}

/** Of an address the host alone; what stands before an `@` is no host. */
function hostOf(target: string): string {
  const [, authority = target] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\\s]+)/i.exec(target) ?? [];
  return authority.slice(authority.lastIndexOf("@") + 1);
}

function isProxied({ details: { kindOfRun } }: Pick<Read, "details">): boolean {
  return kindOfRun.kind === "rehearsed" && kindOfRun.reach !== null;
}

/** A word that is known only when the command runs. */
const UNCLEAR = "\uFFFC";

/** Something is fetched, and a program runs code that is not in the command: what it reads, or a file made by the command. */
function runsFetched({ effects, details }: Read): boolean {
  if (effects.risk !== "UNKNOWN" || reachedBy(effects).length === 0) return false;
  const made = new Set(effects.list.flatMap((effect) => (effect.kind === "write" ? [effect.path] : [])));
  return details.ran.some((line) => {
    const { program, rest } = startedBy(line);
    const facts = factsOfProgram(program);
    if (facts.shell === undefined && facts.script === undefined) return false;
    if (rest.some((word) => word.includes(UNCLEAR))) return true;
    const [script] = rest.filter((word) => !word.startsWith("-"));
    return script === undefined || /^\/dev\/(?:fd|stdin)/.test(script) || made.has(script);
  });
}
