/** The hosts that a person let commands of an intent reach, and those that they are still asked about. Kept in the state folder. */

import { join } from "node:path";
import { jsonFields, visibleText } from "@intentgate/documents";
import { deny } from "@intentgate/engine";
import { agentName } from "@intentgate/hosts";
import { hostsQuestion } from "@intentgate/policy";
import type { GovernedRoot, OpenApproval, Store } from "@intentgate/sidecar";
import { readText, replaceFile, withFileLock } from "@intentgate/world";
import type { ContainedCall } from "./judge-rules.ts";

export interface AllowedHostsParts {
  approvals: Store["approvals"];
  now(): Date;
  newId(): string;
  /** In such a mode nobody is asked. */
  neverAsks(root: GovernedRoot): boolean;
}

interface Entry {
  intent: string;
  host: string;
  /** The request that a person answers or answered. */
  request: string;
  isAllowed: boolean;
}

export interface AllowedHosts {
  under(root: GovernedRoot, intent: string): string[];
  allow(root: GovernedRoot, intent: string, hosts: readonly string[], request: string): Promise<void>;
  /** Opens a request for hosts that a command was refused; null where nobody is asked. */
  askFor(root: GovernedRoot, made: ContainedCall, hosts: readonly string[]): Promise<string | null>;
}

const DAY_MS = 86_400_000;
const MOST_ENTRIES = 1_000;

export function createAllowedHosts({ approvals, now, newId, neverAsks }: AllowedHostsParts): AllowedHosts {
  async function add(root: GovernedRoot, entries: readonly Entry[]): Promise<void> {
    const file = fileOf(root);
    await withFileLock(`${file}.lock`, async () => {
      const isNew = (one: Entry) => !entries.some(({ intent, host }) => intent === one.intent && host === one.host);
      const all = [...entriesIn(file).filter(isNew), ...entries].slice(-MOST_ENTRIES);
      replaceFile(file, JSON.stringify({ all }), {});
    });
  }

  const isYes = ({ request, isAllowed }: Entry) => {
    if (isAllowed) return true;
    const answer = approvals.answered(request);
    return answer !== null && answer.answer !== "reject";
  };

  return {
    under(root, intent) {
      const own = entriesIn(fileOf(root)).filter((one) => one.intent === intent);
      return own.filter(isYes).map(({ host }) => host);
    },

    allow: (root, intent, hosts, request) =>
      add(
        root,
        hosts.map((host) => ({ intent, host, request, isAllowed: true })),
      ),

    async askFor(root, made, hosts) {
      const intent = made.intentId;
      if (intent === null || hosts.length === 0 || neverAsks(root)) return null;
      const known = entriesIn(fileOf(root)).filter((one) => one.intent === intent && hosts.includes(one.host));
      const live = approvals.known().map(({ id }) => id);
      const fresh = hosts.filter((host) => !known.some((one) => one.host === host && live.includes(one.request)));
      if (fresh.length === 0) return known[0]?.request ?? null;
      const request = newId();
      approvals.open(requestFor({ id: request, hosts: fresh, made, at: now() }));
      await add(
        root,
        fresh.map((host) => ({ intent, host, request, isAllowed: false })),
      );
      return request;
    },
  };
}

function fileOf(root: GovernedRoot): string {
  return join(root.state, "allowed-hosts.json");
}

/** A file that somebody spoiled allows nothing. */
function entriesIn(file: string): Entry[] {
  const { all } = jsonFields(readText(file) ?? "");
  if (!Array.isArray(all)) return [];
  return all.filter((one: Partial<Entry> | null): one is Entry => {
    const texts = [one?.intent, one?.host, one?.request];
    return texts.every((text) => typeof text === "string") && typeof one?.isAllowed === "boolean";
  });
}

interface Asked {
  id: string;
  hosts: readonly string[];
  made: ContainedCall;
  at: Date;
}

function requestFor({ id, hosts, made, at }: Asked): OpenApproval {
  const no = deny("HITL_REJECT", "The person does not let it reach this host.", "Go on without it.");
  const run = made.effects.list.find((effect) => effect.kind === "run");
  const command = run?.kind === "run" ? run.command : null;
  return {
    ...{ id, binding: `network ${id}`, session: made.session.id, intent: made.intentId, tool: made.toolName },
    invocationId: made.invocationId,
    openedAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + DAY_MS).toISOString(),
    requests: [
      {
        topic: "network",
        question: `A command under ${made.intentId} asked for ${hosts.map(visibleText).join(", ")} and was refused. Let installs reach it?`,
        details: { hosts: hosts.map(visibleText) },
        whenRejected: no,
        whenUnreachable: no,
      },
    ],
    shown: {
      ...{ intent: null, tool: visibleText(made.toolName), risk: made.effects.risk, mutationClass: "INTENT_EVOLUTION" },
      ...{ effects: hosts.map((host) => `network ${visibleText(host)}`), files: [], diff: [], moreFiles: 0 },
      command: command === null ? null : visibleText(command),
    },
    question: hostsQuestion({ agent: agentName(made.session), intentId: made.intentId ?? "no intent", command, hosts }),
  };
}
