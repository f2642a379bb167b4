/** What a contained command's changes are judged by: the same rules that decide beforehand. */
import { join } from "node:path";
import type { Finished, judgeChanges } from "@intentgate/box";
import { changedPaths, type HookContext } from "@intentgate/engine";
import {
  createScope,
  forbidsCall,
  type Governed,
  isForIntent,
  isOpen,
  type NamedCommand,
  type Policy,
  type Scope,
} from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";
import { createInWorktree } from "@intentgate/world";
import { announcedBy } from "../observe/announced.ts";
import { type CallScopeParts, callScope } from "../observe/call-scope.ts";
import type { NewSecrets } from "../secrets/new-secrets.ts";

/** What is known of the call when its tool is started. */
export type ContainedCall = Pick<
  HookContext,
  "cwd" | "effects" | "intentId" | "invocationId" | "normalizedToolName" | "session" | "toolName"
>;

export interface JudgeParts extends CallScopeParts {
  governed: Pick<Governed, "controlReason" | "removalReason">;
  policyOf(root: GovernedRoot): Policy;
  isSecret(root: string, relative: string): boolean;
  /** Of a control file: that a commit which holds it as it stands takes along nothing but what the gate wrote. */
  isGatesDoing(root: GovernedRoot, absolute: string): boolean;
}

type Rules = Parameters<typeof judgeChanges>[1];

export interface JudgedRun {
  finished: Finished;
  isInstall: boolean;
  named: NamedCommand;
  /** What would be lost for good: nobody keeps it. */
  unkept: ReadonlySet<string>;
  newSecrets: NewSecrets;
}

export function rulesFor(
  root: GovernedRoot,
  made: ContainedCall,
  { finished, isInstall, named, unkept, newSecrets }: JudgedRun,
  parts: JudgeParts,
): Rules {
  const scope = callScope(made, parts);
  const declared = announcedBy(made.effects).globs;
  const isDeclared = createScope(declared, { ignoreCase: false });
  const inWorktree = createInWorktree();
  const isGates = (path: string) => parts.isGatesDoing(root, join(root.root, path)) && finished.recordsAsStanding(path);
  const closed = closedPaths(root, made, named, parts.policyOf(root));
  const rules: Rules = {
    root: root.root,
    // No approval opens what the policy forbids, so nobody is asked about it.
    controlReason: (path) => parts.governed.controlReason(join(root.root, path)) ?? closed(path),
    isInScope(path) {
      const second = inWorktree(join(root.root, path), root.root);
      return scope.covers(root.root, path) && (second === null || scope.covers(root.root, second));
    },
    needsYes: needsYes(root, made),
    isDeclared: (path) => isDeclared.covers(path),
    ignored: finished.ignored,
    idleRules: finished.idleRules,
    lostRefs: losesKnowingly(made) ? [] : finished.lostRefs,
    linkAt: finished.linkAt,
    environments: finished.environments,
    unkept,
    bringsSecret: (path) => newSecrets(path).length > 0,
    isForeseen: isForeseen(root, made, isDeclared),
    mostDeleted: parts.policyOf(root).limits.delete_without_asking,
    moved: finished.moved,
    modules: finished.modules,
    committed: finished.committed?.paths.filter((path) => !isGates(path)) ?? null,
    isInstall,
  };
  const nothing = { isInScope: () => false, isDeclared: () => false, moved: null, committed: null };
  return isStillOpen(root, made, parts) ? rules : { ...rules, ...nothing };
}

/** Somebody may have closed or blocked the intent while the command ran. */
function isStillOpen(root: GovernedRoot, made: ContainedCall, { intentIn }: JudgeParts): boolean {
  const rules = root.lastRules();
  const intent = rules.ok ? rules.value.intents.get(intentIn(root, made) ?? "") : undefined;
  return intent !== undefined && isOpen(intent);
}

/** That it takes branches, tags, stashes or logs away was read before, and a person said yes. What else runs in it does not. */
function losesKnowingly({ effects }: ContainedCall): boolean {
  return effects.list.some(({ kind }) => kind === "loss") && !effects.list.some(({ kind }) => kind === "unknown");
}

/** What the call named was kept or asked about before it ran; what a person declared they know of. */
function isForeseen({ root }: GovernedRoot, { effects }: ContainedCall, isDeclared: Pick<Scope, "covers">) {
  const named = effects.list.flatMap((effect) => {
    if (effect.kind === "move") return [effect.from.absolute, effect.to.absolute];
    const isChanged = effect.kind === "delete" || (effect.kind === "write" && effect.manner !== "committed");
    return isChanged ? [effect.absolute] : [];
  });
  return (path: string) => isDeclared.covers(path) || named.some((one) => `${join(root, path)}/`.startsWith(`${one}/`));
}

/** What `.intentignore` asks about. What the call announced was asked about before it ran. */
function needsYes({ root, lastRules }: GovernedRoot, { effects, intentId }: ContainedCall) {
  const rules = lastRules();
  const asking = rules.ok
    ? rules.value.ignore.filter((one) => one.kind === "require_approval" && isForIntent(one, intentId))
    : [];
  const scopes = asking.map(({ glob }) => createScope([glob], { ignoreCase: false }));
  const named = new Set(changedPaths(effects).map(({ absolute }) => absolute));
  // A declaration says what a command writes, and is no yes to it.
  const announced = announcedBy({ ...effects, list: effects.list.filter(({ kind }) => kind !== "run") });
  return (path: string) =>
    scopes.some((one) => one.covers(path)) && !named.has(join(root, path)) && !announced.covers(join(root, path), path);
}

/** The command, where it names the path: a person was asked about the keys in it. */
export function askedWords({ root }: GovernedRoot, { effects }: ContainedCall): (path: string) => string {
  const named = new Set(changedPaths(effects).map(({ absolute }) => absolute));
  const commands = effects.list.flatMap((effect) => (effect.kind === "run" ? [effect.command] : [])).join("\n");
  return (path) => (named.has(join(root, path)) ? commands : "");
}

/** What `protected`, `forbid` and `.intentignore` close, by whole paths. */
function closedPaths({ lastRules }: GovernedRoot, made: ContainedCall, named: NamedCommand, policy: Policy) {
  const rules = lastRules();
  const ignored = rules.ok
    ? rules.value.ignore.filter((one) => one.kind === "exclude" && isForIntent(one, made.intentId))
    : [];
  const forbidden = policy.forbid.filter((rule) => forbidsCall(rule, made, named));
  const globs = [...policy.protected, ...forbidden.flatMap(({ paths }) => paths), ...ignored.map(({ glob }) => glob)];
  const matchers = globs.map((glob) => createScope([glob], { ignoreCase: false }));
  return (path: string) => (matchers.some((one) => one.covers(path)) ? "the policy or .intentignore closes it" : null);
}
