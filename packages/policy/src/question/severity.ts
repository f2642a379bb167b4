/** How bad a yes could turn out: the worst of all that the call does. What is not known is the worst. */
import { type ApprovalRequest, changedPaths } from "@intentgate/engine";
import { type AskedCall, isHeldIn, type Restores } from "./asked-call.ts";
import { dangersOf, reachedBy } from "./dangers.ts";
import type { Severity } from "./question.ts";
import { listIn } from "./request-details.ts";

const lost: readonly Restores[] = ["secret", "large", "folder", "unreadable"];

export function isLost(restores: Restores): boolean {
  return lost.includes(restores);
}

/** What the step itself gives away, whatever the call does. */
const byTopic: Readonly<Partial<Record<ApprovalRequest["topic"], Severity>>> = {
  expansion: 2,
  new_intent: 2,
  start_intent: 2,
  second_intent: 2,
  outside: 2,
  network: 4,
};

export function severityOf(call: AskedCall): Severity {
  const { effects, files, moreFiles, place, requests } = call;
  const dangers = dangersOf(call);
  const isUnknown = effects.list.some(({ kind }) => kind === "unknown") || effects.risk === "UNKNOWN";
  if (dangers.some(({ isOut }) => isOut) || reachedBy(effects).length > 0) return 4;
  if (isUnknown && !isHeldIn(call)) return 4;
  const topics = requests.map(({ topic }) => byTopic[topic] ?? 1);
  if (topics.includes(4)) return 4;
  const isLosing = effects.list.some(({ kind }) => kind === "loss" || kind === "override");
  const isToldOn = requests.some((request) => listIn(request, "secrets").length > 0);
  if (isLosing || isToldOn || moreFiles > 0 || files.some(({ restores }) => isLost(restores))) return 3;
  const strays = changedPaths(effects).some(({ absolute }) => place(absolute) === "out of scope");
  return strays || topics.includes(2) ? 2 : 1;
}
