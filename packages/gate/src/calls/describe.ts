/** What is known about a call before the hooks look at it. Looks, and changes nothing. */

import { homedir } from "node:os";
import { shellLine } from "@intentgate/documents";
import type { CallFacts, KindOfRun, Session, ToolCall } from "@intentgate/engine";
import {
  createEffectsOf,
  type DeclaredCommand,
  type DescribedCall,
  type FileFacts,
  type GovernedCall,
  kindOfRun,
  type Machine,
  notHeld,
  notOnCopies,
  type Policy,
  parsePatch,
  type RootReading,
  type RunFacts,
  type Standing,
} from "@intentgate/policy";
import { type GovernedRoot, lineageOf } from "@intentgate/sidecar";
import type { HeldFor } from "../contained/hold-command.ts";
import type { OnCopies } from "../contained/on-copies.ts";
import type { ReachFor } from "../contained/reach-for.ts";
import type { Rewriting } from "../contained/tickets.ts";
import { isControlName } from "../trust/control-rules.ts";
import type { Call } from "./call.ts";
import { createGitForesight } from "./git-foresight.ts";
import type { GovernedRoots } from "./governed.ts";
import { lazily } from "./lazily.ts";
import { stagedBesideGate } from "./own-commits.ts";

export interface DescribeParts {
  facts: FileFacts;
  governed: Pick<GovernedRoots, "concerned" | "isRunningGate" | "controlReason">;
  rootAt(call: Pick<ToolCall, "cwd">): GovernedRoot;
  policyOf(root: GovernedRoot): Policy;
  /** Why nothing is enforced in the roots of a call; null where it is. */
  observes(call: GovernedCall): string | null;
  /** Whether commands that this program starts can be contained. */
  machine(): Promise<Machine>;
  /** Of programs that run their calls themselves. */
  standing: Standing;
  /** Whether one that goes on can be held to the scope of its intent. */
  holds(root: GovernedRoot, made: HeldFor): Promise<Machine>;
  /** Whether one can do with copies, where there are no layers. */
  onCopies: Pick<OnCopies, "fits">;
  reachFor: ReachFor;
}

/** The roots that it concerns go into the call. */
export function createDescribe(parts: DescribeParts) {
  return async (made: ToolCall, call: Call): Promise<CallFacts> => {
    const root = parts.rootAt(made);
    // Abilities are the gate's to start, like the native tools.
    call.standing = call.runsHere || call.toolCallPath !== null ? "gate" : parts.standing;
    const described = describedCall(root, made, call);
    const { normalizedToolName, effects: _, ...details } = described;
    let { effects } = described;
    const { own, intent } = lineageOf(root, made.session);
    call.concerned = parts.governed.concerned({ ...made, normalizedToolName, effects });
    const cwd = made.cwd ?? root.root;
    const isPlain = details.runs === "readers";
    const facts: RunFacts = {
      ...{ ...details, effects },
      reach:
        intent === null || isPlain || !isContainable(call)
          ? null
          : parts.reachFor(root, { intentId: intent.id, cwd, effects }),
      hasIntent: intent !== null,
      isBehind: isBehind(made.payload),
      mode: parts.policyOf(root).containment.mode,
      machine: details.command === null || isPlain ? { can: true } : await machineFor(root, call),
    };
    details.kindOfRun = kindOfRun(facts);
    const of = { intentId: intent?.id ?? null, effects };
    if (!call.runsHere && call.rewriting !== null && isLeftToHost(details.kindOfRun, facts, call.rewriting, of))
      details.kindOfRun = kindOfRun({ ...facts, reach: null, machine: ofOthers });
    if (details.kindOfRun.kind === "rehearsed" && facts.machine.can === "copies") {
      const fits = await parts.onCopies.fits(root, { ...made, intentId: intent?.id ?? null, effects });
      if (!fits.can) details.kindOfRun = notOnCopies(fits.why, facts.mode);
    }
    if (details.kindOfRun.kind === "held") {
      const holds = await parts.holds(root, { ...made, intentId: intent?.id ?? null });
      if (!holds.can) details.kindOfRun = notHeld(holds.why, parts.policyOf(root).containment.mode);
      else {
        // It is held without `nohup`, which would have kept its output beside the files.
        effects = { ...effects, list: effects.list.filter((one) => one.kind !== "write" || !isNohups(one.path)) };
        call.concerned = parts.governed.concerned({ ...made, normalizedToolName, effects });
      }
    }
    call.kindOfRun = details.kindOfRun;
    call.named = details;
    // What such a command does below a folder is not guessed: it is known afterwards, or kept to the scope.
    if (["rehearsed", "held"].includes(details.kindOfRun.kind)) call.concerned = call.concerned.map(withoutGuesses);
    const known = { intentId: intent?.id ?? null, hadToolFailureBefore: own.hadToolFailure };
    return { normalizedToolName, effects, details, ...known };
  };

  async function machineFor(root: GovernedRoot, call: Call): Promise<Machine> {
    const isOnFloor = !call.runsHere && parts.standing === "floor";
    if (!isContainable(call) || isOnFloor) return ofOthers;
    const observes = parts.observes(call);
    if (observes !== null) return { can: false, why: `${observes}: nothing is held` };
    if (call.concerned.some((one) => (one.ok ? one.view.root : one.root) !== root.root))
      return { can: false, why: "it works on another root" };
    const machine = await parts.machine();
    // Whoever runs it itself is held by what it stands on, where it cannot be given another line.
    return call.runsHere || machine.can === true || machine.can === "copies" ? machine : ofOthers;
  }

  /** The checks of the taken intent count as declared commands: a person wrote them. */
  function describedCall(root: GovernedRoot, made: ToolCall, call: Call): DescribedCall {
    const policy = parts.policyOf(root);
    const effective: Policy = { ...policy, commands: [...policy.commands, ...checksOf(root, made.session)] };
    const around = {
      facts: parts.facts,
      policy: () => effective,
      parsePatch: lazily(() => parsePatch),
      isControlName,
      isRunningGate: parts.governed.isRunningGate,
      home: homedir(),
      root: root.root,
      staged: stagedBesideGate(root),
      foresight: createGitForesight(root, parts.governed),
    };
    const byName = () => createEffectsOf(around)(made.toolName, made.payload, made.cwd ?? root.root);
    return call.describe?.(around) ?? byName();
  }
}

const ofOthers: Machine = { can: "floor", why: "another program runs it" };

/** Its own command runs, and no line in its place. */
function isLeftToHost(
  kind: KindOfRun,
  { mode, machine }: Pick<RunFacts, "mode" | "machine">,
  rewriting: Rewriting,
  of: Parameters<Rewriting["isFree"]>[0],
): boolean {
  // In a sandbox of the host's nothing reaches the gate, so nothing can go on or be let out of it.
  if (kind.kind === "held" || (kind.kind === "rehearsed" && kind.reach !== null)) return rewriting.mayBeSandboxed();
  // Nor is there room for copies in it.
  if (machine.can === "copies") return kind.kind !== "rehearsed" || rewriting.mayBeSandboxed();
  if (kind.kind !== "read-only" || mode === "required") return false;
  // What it knows to read only it asks nobody about, and about every line: what it runs is looked at instead. The servers
  // of the session are reached from the box alone.
  return of.effects.list.every((effect) => effect.kind !== "network") && !rewriting.isFree(of);
}

function isBehind(payload: unknown): boolean {
  return typeof payload === "object" && payload !== null && "background" in payload && payload.background === true;
}

/** This program starts it, or says what is started in its place. */
function isContainable({ runsHere, rewriting }: Call): boolean {
  return runsHere || (rewriting?.mayRewrite() ?? false);
}

function withoutGuesses(reading: RootReading): RootReading {
  return reading.ok ? { ok: true, view: { ...reading.view, below: [] } } : reading;
}

/** The taken intent's checks as declared commands; what they write must lie in its scope. */
function checksOf(root: GovernedRoot, session: Session): DeclaredCommand[] {
  const rules = root.lastRules();
  const id = lineageOf(root, session).intent?.id;
  const intent = rules.ok && id !== undefined ? rules.value.intents.get(id) : undefined;
  return (intent?.checks ?? []).map(({ run }) => ({
    run: shellLine(run),
    args: "none",
    writes: intent?.owned_scope ?? [],
    variables: [],
    contain: true,
    network: [],
  }));
}

function isNohups(path: string): boolean {
  return path === "nohup.out" || path.endsWith("/nohup.out");
}
