/** Questions to a person and their answers, a file each; whoever creates a file first has decided. */
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { jsonFields, ProblemError, problem } from "@intentgate/documents";
import { readQuestion } from "@intentgate/policy";
import {
  createExclusive,
  isGone,
  makeFolder,
  namesIn,
  newHolder,
  readHolder,
  readText,
  writing,
} from "@intentgate/world";
import { asAnswer, checkedApprovalId, isApprovalId, isExpired, newestFirst } from "./approval-rules.ts";
import type { ApprovalsStore, OpenApproval } from "./store.ts";

const PRIVATE = 0o600;
/** How long an expired question stays on disk, for a person who looks what it was. */
const KEPT_AFTER_EXPIRY_MS = 60 * 60 * 1000;

export function createApprovalsStore(parts: { folder: string; clock: () => Date }): ApprovalsStore {
  const folder = join(parts.folder, "approvals");
  const watchers = join(folder, "watchers");
  const requestFile = (id: string) => join(folder, `${checkedApprovalId(id)}.json`);
  const answerFile = (id: string) => join(folder, `${checkedApprovalId(id)}.answer.json`);
  const usedFile = (id: string) => join(folder, `${checkedApprovalId(id)}.used`);

  /** The request if it can be read and its time has not passed. */
  function live(id: string): OpenApproval | null {
    const entry = asRequest(fieldsIn(requestFile(id)), id);
    return entry && !isExpired(entry, parts.clock()) ? entry : null;
  }

  function allIds(): string[] {
    return namesIn(folder).flatMap((name) => {
      const id = name.endsWith(".json") ? name.slice(0, -".json".length) : "";
      return isApprovalId(id) ? [id] : [];
    });
  }

  function allKnown(): OpenApproval[] {
    return newestFirst(allIds().flatMap((id) => asRequest(fieldsIn(requestFile(id)), id) ?? []));
  }

  function allLive(): OpenApproval[] {
    return allKnown().filter((entry) => !isExpired(entry, parts.clock()));
  }

  /** The request goes first: an answer or a use without one counts for nothing. */
  function sweep(): void {
    const longAgo = new Date(parts.clock().getTime() - KEPT_AFTER_EXPIRY_MS);
    for (const id of allIds()) {
      const entry = asRequest(fieldsIn(requestFile(id)), id);
      if (entry && isExpired(entry, longAgo))
        for (const file of [requestFile(id), answerFile(id), usedFile(id)]) remove(file);
    }
  }

  return {
    open(entry) {
      makeFolder(folder);
      const created = createExclusive(requestFile(entry.id), JSON.stringify(entry), PRIVATE);
      if (!created) throw new ProblemError([problem("BAD_INPUT", `${entry.id} is open already`, "Use a fresh id.")]);
      sweep();
    },

    answer(id, answer) {
      return live(id) !== null && createExclusive(answerFile(id), JSON.stringify(answer), PRIVATE);
    },

    answered: (id) => asAnswer(fieldsIn(answerFile(id))),

    use(id) {
      const text = JSON.stringify({ at: parts.clock().toISOString(), pid: process.pid });
      return live(id) !== null && createExclusive(usedFile(id), text, PRIVATE);
    },

    list: () => allLive().filter((entry) => readText(answerFile(entry.id)) === null),

    known: allKnown,

    byBinding: (binding) =>
      allLive().filter((entry) => entry.binding === binding && readText(usedFile(entry.id)) === null),

    watch() {
      makeFolder(folder);
      makeFolder(watchers);
      const file = join(watchers, `${process.pid}-${randomBytes(6).toString("hex")}.json`);
      createExclusive(file, JSON.stringify(newHolder()), PRIVATE);
      return { stop: () => remove(file) };
    },

    isWatched() {
      let watched = false;
      for (const name of namesIn(watchers).filter((name) => name.endsWith(".json"))) {
        const holder = readHolder(readText(join(watchers, name)) ?? "");
        if (holder && isGone(holder)) remove(join(watchers, name));
        // Of a watcher on another machine nothing is known: nobody is kept waiting for it.
        else if (holder && holder.host === hostname()) watched = true;
      }
      return watched;
    },
  };
}

/** Nothing where there is no file, or one that somebody spoiled. */
function fieldsIn(file: string): Record<string, unknown> {
  return jsonFields(readText(file) ?? "");
}

/** Only what was written under this very id. */
function asRequest(value: unknown, id: string): OpenApproval | null {
  const entry = (value ?? {}) as Partial<OpenApproval>;
  const texts = [entry.binding, entry.session, entry.openedAt, entry.expiresAt, entry.tool];
  if (entry.id !== id || texts.some((text) => typeof text !== "string")) return null;
  if (!Array.isArray(entry.requests) || !entry.shown) return null;
  const { question: given, ...rest } = entry as OpenApproval;
  const question = readQuestion(given);
  return question === null ? rest : { ...rest, question };
}

function remove(file: string): void {
  writing(file, () => rmSync(file, { force: true }));
}
