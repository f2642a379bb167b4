/** What a contained command did and does not count by itself: kept for a person, who keeps or discards it. */

import { join } from "node:path";
import { maskAll, maskSecrets, visibleText } from "@intentgate/documents";
import { deny } from "@intentgate/engine";
import { agentName } from "@intentgate/hosts";
import { addScope, contestedQuestion, globProblem, keptQuestion, type Policy, type Question } from "@intentgate/policy";
import {
  type GovernedRoot,
  keepFolders,
  type OpenApproval,
  type PersonsAnswer,
  type ShownCall,
} from "@intentgate/sidecar";
import { isBinary, unifiedDiff } from "@intentgate/trace";
import { type EntryReading, readEntry, withFileLock } from "@intentgate/world";
import { knownFiles } from "../approvals/question/known-files.ts";
import type { RecordedBy, Recorder } from "../calls/record.ts";
import { changeOf, folderChangesOf } from "../contained/applied-change.ts";
import type { HeldBack } from "../contained/judge-run.ts";

export interface KeptBackParts {
  /** Where requests lie. */
  home: GovernedRoot;
  roots: readonly GovernedRoot[];
  record: Recorder;
  now(): Date;
  newId(): string;
  policyOf(root: GovernedRoot): Policy;
  /** In such a mode nobody is asked. */
  neverAsks(root: GovernedRoot): boolean;
  isSecret(root: string, relative: string): boolean;
}

/** What became of one request that a person answered. */
export type AnsweredKept =
  | { id: string; became: "discarded"; paths: string[] }
  /** `notOwned`: why the scope does not name it, though the person said so. */
  | { id: string; became: "kept"; paths: string[]; notOwned: string | null }
  /** It can never be kept any more, and is gone. */
  | { id: string; became: "lost"; paths: string[]; why: string }
  /** It is tried again with the next call. */
  | { id: string; became: "delayed"; paths: string[]; why: string }
  /** Somebody changed these meanwhile: it stays kept, and waits under another id. */
  | { id: string; became: "contested"; paths: string[]; again: string };

const HOUR_MS = 3_600_000;
const FILES = 5;
const LINES = 20;

export function createKeptBack(parts: KeptBackParts) {
  const { approvals } = parts.home.store;

  async function holdBack({ root, made, run, asked, newSecrets }: HeldBack): Promise<string | null> {
    const { keep_hours, keep_mb } = parts.policyOf(root).containment;
    if (parts.neverAsks(root) || keep_hours === 0 || keep_mb === 0) return null;
    const box = await import("@intentgate/box");
    const id = parts.newId();
    const changes = asked.map(({ change }) => change);
    const now = parts.now();
    const question = maskAll(questionAbout({ root, made, asked, newSecrets }));
    // First: bytes that no request speaks of are nobody's, and go. A request without bytes is answered in vain.
    approvals.open({
      ...{ id, binding: `kept ${id}`, session: made.session.id, intent: made.intentId, tool: made.toolName },
      invocationId: made.invocationId,
      openedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + keep_hours * HOUR_MS).toISOString(),
      requests: [questionOf(root, made.intentId, pathsOf(changes))],
      shown: shownOf({ root, made, asked }, run.layer, question),
      question,
    });
    try {
      const gone = await withFileLock(join(root.state, "kept.lock"), () => {
        run.keep(id, changes);
        return box.shrinkKept(root.state, keep_mb * 1_000_000);
      });
      if (!gone.includes(id)) return id;
    } catch (error) {
      discardRequest(id, "it could not be kept");
      throw error;
    }
    discardRequest(id, "it is more than containment.keep_mb lets be kept");
    return null;
  }

  function discardRequest(id: string, reason: string): void {
    approvals.answer(id, { answer: "reject", by: "intentgate", at: parts.now().toISOString(), reason });
  }

  function questionAbout({ root, made, asked, newSecrets }: Omit<HeldBack, "run">): Question {
    const changes = asked.flatMap(({ change: { path, does }, verdict }) =>
      verdict.becomes === "asked"
        ? [{ path, does, because: verdict.because, holds: verdict.because === "secret" ? newSecrets(path) : [] }]
        : [],
    );
    const looked = changes.map(
      ({ path, does }) => ({ path, becomes: does === "delete" ? "gone" : "changed" }) as const,
    );
    return keptQuestion({
      ...{ agent: agentName(made.session), intentId: made.intentId, command: commandOf(made), changes },
      ...knownFiles(root.root, looked, (path) => parts.isSecret(root.root, path)),
    });
  }

  function shownOf(
    { root, made, asked }: Omit<HeldBack, "run" | "newSecrets">,
    layer: string,
    { did }: Question,
  ): ShownCall {
    const files = asked.map(({ change }) => visibleText(change.path));
    const rules = root.lastRules();
    const intent = rules.ok && made.intentId !== null ? rules.value.intents.get(made.intentId) : undefined;
    const diff = asked.slice(0, FILES).map(({ change: { path } }) => {
      const shown = visibleText(path);
      if (parts.isSecret(root.root, path))
        return { path: shown, lines: ["(secret file: its content is not shown)"], moreLines: 0, proposed: null };
      const [before, after] = [readEntry(join(root.root, path)), readEntry(join(layer, path))].map(textOf);
      const found = unifiedDiff(shown, maskSecrets(before ?? ""), maskSecrets(after ?? ""), {
        context: 2,
        maxLines: LINES,
      });
      return { path: shown, ...found, proposed: null };
    });
    const command = maskAll(commandOf(made));
    return {
      intent: intent ? { id: intent.id, name: visibleText(intent.name) } : null,
      ...{ tool: visibleText(made.toolName), risk: made.effects.risk, mutationClass: "INTENT_EVOLUTION" },
      effects: did?.paths.map(({ does, path }) => `${does} ${path}`) ?? [],
      ...{ files, diff, moreFiles: Math.max(0, asked.length - FILES) },
      command: command === null ? null : visibleText(command),
    };
  }

  /** Answers that were given since, by whoever and wherever; what ran out goes. */
  async function settle(): Promise<AnsweredKept[]> {
    const done: AnsweredKept[] = [];
    for (const root of parts.roots) {
      const box = await import("@intentgate/box");
      if (box.keptIds(root.state).length === 0) continue;
      await withFileLock(join(root.state, "kept.lock"), async () => {
        for (const id of box.keptIds(root.state)) {
          const answered = await settleOne(root, id);
          if (answered) done.push(answered);
        }
      });
    }
    return done;
  }

  async function settleOne(root: GovernedRoot, id: string): Promise<AnsweredKept | null> {
    const box = await import("@intentgate/box");
    const entry = approvals.known().find((one) => one.id === id);
    const answer = approvals.answered(id);
    if (entry && answer === null && Date.parse(entry.expiresAt) > parts.now().getTime()) return null;
    const changes = box.keptChanges(root.state, id);
    const paths = pathsOf(changes);
    if (!entry || answer === null || answer.answer === "reject") {
      box.dropKept(root.state, id);
      return answer === null ? null : { id, became: "discarded", paths };
    }
    const before = stoodBefore(root, box.keptBase(root.state, id));
    const applied = await box.applyKept(root.state, id);
    switch (applied.is) {
      case "contested": {
        const again = askAgain(root, entry, applied.contested);
        box.renameKept(root.state, id, again);
        return { id, became: "contested", paths: applied.contested, again };
      }
      case "gone":
        box.dropKept(root.state, id);
        return { id, became: "lost", paths, why: applied.why };
      case "failed":
        return { id, became: "delayed", paths, why: applied.why };
      case "applied": {
        const { invocationId, tool, intent } = entry;
        keepFolders(root.state, { id: invocationId, tool, intent, changes: folderChangesOf(changes) });
        await recordKept(root, entry, answer, before);
        const isOwned = answer.answer === "scope" && entry.intent !== null;
        const notOwned = isOwned ? await widen(root, entry.intent ?? "", paths) : null;
        box.dropKept(root.state, id);
        return { id, became: "kept", paths: applied.applied, notOwned };
      }
    }
  }

  /** The bytes are kept before anything is applied. Where it was begun and not ended, they are those that were kept then. */
  function stoodBefore(root: GovernedRoot, base: ReadonlyMap<string, string>): Map<string, EntryReading> {
    return new Map(
      [...base].map(([path, stood]): [string, EntryReading] => {
        const absolute = join(root.root, path);
        const now = readEntry(absolute);
        if (stood === "absent") return [absolute, { stamp: null, link: null, hash: null, bytes: { state: stood } }];
        const hash = `sha256:${stood}`;
        const bytes = stood === "other" || now.hash === hash ? null : root.kept.find(hash);
        if (bytes !== null) return [absolute, { ...now, link: null, hash, bytes: { state: "present", bytes } }];
        if (now.hash !== null && now.bytes.state === "present" && !parts.isSecret(root.root, path))
          root.kept.keep(now.hash, now.bytes.bytes);
        return [absolute, now];
      }),
    );
  }

  /** A yes holds for what the person saw. What stands in the way now is theirs to put aside, and to say yes again. */
  function askAgain(root: GovernedRoot, entry: OpenApproval, contested: readonly string[]): string {
    const id = parts.newId();
    const now = parts.now();
    const until = now.getTime() + parts.policyOf(root).containment.keep_hours * HOUR_MS;
    const names = contested.map(visibleText).join(", ");
    approvals.open({
      ...{ ...entry, id, binding: `kept ${id}`, openedAt: now.toISOString(), expiresAt: new Date(until).toISOString() },
      requests: entry.requests.map((one) => ({
        ...one,
        question: `${one.question.replace(/ Somebody changed .*$/s, "")} Somebody changed ${names} since: put that aside first.`,
      })),
      ...(entry.question ? { question: contestedQuestion(entry.question, contested) } : {}),
    });
    return id;
  }

  /** The agent made it, and a person said that it counts. */
  async function recordKept(
    root: GovernedRoot,
    entry: OpenApproval,
    answer: PersonsAnswer,
    before: ReadonlyMap<string, EntryReading>,
  ): Promise<void> {
    const changes = [...before].flatMap(([path, was]) => changeOf(root.root, path, was));
    if (changes.length === 0) return;
    const session = root.store.sessions.read(entry.session);
    const by: RecordedBy = { entityType: "AI", model: session.model ?? "unknown" };
    await parts.record(root, {
      ...{ session: entry.session, intentId: entry.intent, by, changes, isParsed: true, tool: entry.tool },
      decision: { id: entry.invocationId, approval: `${answer.answer}:${entry.id}`, outcome: "OK" },
    });
  }

  /** What was kept stays kept where the scope cannot be changed; says why. */
  async function widen(root: GovernedRoot, intent: string, paths: readonly string[]): Promise<string | null> {
    const globs = paths.filter((path) => globProblem(path) === null && !/[*?{}!]/.test(path));
    const edited = await root.store.intents.edit((text) => addScope(text, intent, globs));
    return edited.ok ? null : edited.problems.map(({ message }) => message).join("; ");
  }

  return { holdBack, settle };
}

function pathsOf(changes: readonly { path: string }[]): string[] {
  return changes.map(({ path }) => path);
}

export function questionOf(
  root: Pick<GovernedRoot, "root">,
  intent: string | null,
  paths: readonly string[],
): OpenApproval["requests"][number] {
  const no = deny("HITL_REJECT", "What was kept back was discarded.", "Stay inside the scope.");
  const what = paths.length === 1 ? "one path" : `${paths.length} paths`;
  return {
    topic: "outside",
    question: `Keep what this command changed outside the scope of ${intent ?? "its intent"} (${what})?`,
    details: { intent, root: root.root, files: paths.slice(0, 100).map(visibleText) },
    whenRejected: no,
    whenUnreachable: no,
  };
}

function commandOf({ effects }: HeldBack["made"]): string | null {
  const run = effects.list.find((effect) => effect.kind === "run");
  return run?.kind === "run" ? run.command : null;
}

function textOf({ bytes }: EntryReading): string {
  if (bytes.state !== "present") return "";
  return isBinary(bytes.bytes) ? "(no text)" : Buffer.from(bytes.bytes).toString("utf8");
}
