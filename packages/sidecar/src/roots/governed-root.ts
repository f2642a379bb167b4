/** One governed root: its files, its stores, and what of them counts right now. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Checked, problem } from "@intentgate/documents";
import {
  defaultPolicy,
  type IgnoreRule,
  type Intent,
  narrowIgnore,
  narrowIntents,
  narrowPolicy,
  type Policy,
  readIntentignore,
  readIntents,
  readPolicy,
  revivedPolicy,
} from "@intentgate/policy";
import { contentHash } from "@intentgate/trace";
import { ABSENT, findRepository, headRevision, isSettled } from "@intentgate/world";
import { buildId, type KeptByIdentity, keptByIdentity } from "../compiled/kept-by-identity.ts";
import { keptIntents } from "../compiled/kept-intents.ts";
import { type AuthoredFiles, type AuthoredName, createAuthoredFiles } from "../state/authored-files.ts";
import { createKeptBytes, type KeptBytes } from "../state/kept-bytes.ts";
import { createPauses, type Pauses } from "../state/pause.ts";
import { createRunningCalls, type RunningCalls } from "../state/running-calls.ts";
import { createSecretKey, type SecretKey } from "../state/secret-key.ts";
import { rootStateDir } from "../state/state-dir.ts";
import { createFileStore } from "../store/file-store.ts";
import { createHeadList } from "../store/head-list.ts";
import type { Store } from "../store/store.ts";
import { branchLacks } from "./branch-lacks.ts";
import type { FoundRoot } from "./find-root.ts";

export interface GovernedRoot extends FoundRoot {
  state: string;
  /** The state of the root that the authored files lie in. */
  authoredState: string;
  store: Store;
  authored: AuthoredFiles;
  running: RunningCalls;
  secretKey: SecretKey;
  /** What stood in files before calls changed them. */
  kept: KeptBytes;
  pauses: Pauses;
  /** Looks at the files; cheap when nothing changed. */
  rules(): Checked<RootRules>;
  /** As of the last look: for everything that follows a look within the same call. */
  lastRules(): Checked<RootRules>;
  revision(): string;
}

/** What people decided for this root, as far as it counts. */
export interface RootRules {
  policy: Policy;
  intents: ReadonlyMap<string, Intent>;
  ignore: readonly IgnoreRule[];
}

export function openRoot(found: FoundRoot, state: string, now: () => Date, build = buildId): GovernedRoot {
  const own = rootStateDir(state, found.root);
  const running = createRunningCalls(own, now);
  const authored = createAuthoredFiles({
    places: {
      "active_intents.yaml": join(found.sidecar, "active_intents.yaml"),
      "policy.yaml": join(found.sidecar, "policy.yaml"),
      ".intentignore": join(found.authoredAt, ".intentignore"),
    },
    state: own,
    now,
    runningSince: running.since,
    branchLacksIntents: branchLacks(found.authoredAt, join(found.sidecar, "active_intents.yaml")),
  });
  // Worktrees share one ledger, so they share the list of its heads too, and the key to what it names.
  const shared = found.authoredAt === found.root ? own : rootStateDir(state, found.authoredAt);
  const headList = createHeadList(shared);
  const files = createFileStore({
    folder: found.sidecar,
    clock: now,
    parse: (text, file) => readIntents(text, file),
    kept: keptIntents(join(own, "compiled", "intents"), build),
    headList,
    rotateAboveBytes: () => limits().ledger_mb * 1_000_000,
  });
  const store = withOwnWrites(files, authored);
  const repository = findRepository(found.root);
  const policy = remembered(
    authored,
    "policy.yaml",
    (text) => (text === null ? noPolicy : readPolicy(text, ".orchestration/policy.yaml")),
    (accepted, current) => narrowPolicy(accepted, current),
    keptByIdentity(join(own, "compiled", "policy"), build, revivedPolicy),
  );
  const ignore = remembered<readonly IgnoreRule[]>(
    authored,
    ".intentignore",
    (text) => (text === null ? noIgnore : readIntentignore(text, ".intentignore")),
    (accepted, current) => narrowIgnore(accepted, current),
    keptByIdentity(join(own, "compiled", "ignore"), build, (rules) => rules),
  );
  let known: { key: string; intents: ReadonlyMap<string, Intent> } | undefined;

  function intents(always: boolean, standing: string): Checked<ReadonlyMap<string, Intent>> {
    const current = store.intents.read();
    if (!current.ok) return current;
    const key = `${always} ${standing} ${current.value.digest}`;
    if (known?.key !== key) known = { key, intents: whatCounts(current.value.intents, always) };
    return { ok: true, value: known.intents };
  }

  function whatCounts(current: ReadonlyMap<string, Intent>, always: boolean): ReadonlyMap<string, Intent> {
    const name = "active_intents.yaml";
    if (authored.counts(name, always)) return current;
    const accepted = readIntents(authored.accepted(name) ?? "active_intents: []", name);
    return narrowIntents(accepted.ok ? accepted.value.intents : new Map<string, Intent>(), current);
  }

  function look(): Checked<RootRules> {
    if (!existsSync(found.sidecar)) return { ok: false, problems: [sidecarMissing(found)] };
    const standing = authored.standing();
    const thePolicy = policy(false, standing);
    if (!thePolicy.ok) return thePolicy;
    const always = thePolicy.value.trust === "always";
    const strictPolicy = always ? policy(true, standing) : thePolicy;
    const theIgnore = ignore(always, standing);
    const theIntents = intents(always, standing);
    if (!strictPolicy.ok) return strictPolicy;
    if (!theIgnore.ok) return theIgnore;
    if (!theIntents.ok) return theIntents;
    const rules = { policy: strictPolicy.value, intents: theIntents.value, ignore: theIgnore.value };
    return { ok: true, value: found.registered ? rules : asFound(rules, withoutChecks) };
  }

  const withoutChecks = checksRemover();
  let last: Checked<RootRules> | undefined;
  const limits = () => (last?.ok ? last.value.policy : defaultPolicy).limits;
  const rules = () => {
    last = look();
    return last;
  };

  return {
    ...found,
    state: own,
    authoredState: shared,
    store,
    authored,
    running,
    secretKey: createSecretKey(shared),
    kept: createKeptBytes({
      folder: join(shared, "kept"),
      former: join(found.sidecar, "cache", "before"),
      limitBytes: () => limits().before_cache_mb * 1_000_000,
      isWanted: () => existsSync(found.sidecar),
    }),
    pauses: createPauses(own, now),
    revision: () => headRevision(repository),
    rules,
    lastRules: () => last ?? rules(),
  };
}

const noPolicy: Checked<Policy> = { ok: true, value: defaultPolicy };
const noIgnore: Checked<readonly IgnoreRule[]> = { ok: true, value: [] };

/** Nobody on this machine ran `intentgate init` here: what came with a clone may forbid, it may not allow or run. */
function asFound(rules: RootRules, withoutChecks: (intents: RootRules["intents"]) => RootRules["intents"]): RootRules {
  return {
    policy: narrowPolicy(defaultPolicy, rules.policy),
    intents: withoutChecks(rules.intents),
    ignore: narrowIgnore([], rules.ignore),
  };
}

function checksRemover() {
  let last: { from: RootRules["intents"]; to: RootRules["intents"] } | undefined;
  return (intents: RootRules["intents"]) => {
    if (last?.from !== intents) {
      const to = new Map([...intents].map(([id, intent]) => [id, { ...intent, checks: [] }]));
      last = { from: intents, to };
    }
    return last.to;
  };
}

/**
 * What the gate itself writes to the intents file is not mistaken for a program's doing. On a branch without the file
 * the intents last accepted are read; they are changed where the file is.
 */
function withOwnWrites(store: Store, authored: AuthoredFiles): Store {
  const name = "active_intents.yaml";
  const edit: Store["intents"]["edit"] = async (change) => {
    if (authored.isElsewhere()) return { ok: false, problems: [notHere] };
    const edited = await store.intents.edit((text) => {
      const edited = change(text);
      if (edited.ok) authored.own.add(text, edited.value);
      return edited;
    });
    // So that it is known on a branch without the file, even where nothing was called since.
    if (edited.ok) authored.beforeCall();
    return edited;
  };
  let last: { text: string; read: ReturnType<Store["intents"]["read"]> } | undefined;
  const read: Store["intents"]["read"] = () => {
    const standing = store.intents.read();
    if (standing.ok || !authored.isElsewhere()) return standing;
    const text = authored.current(name) ?? "";
    if (last?.text !== text) {
      const found = readIntents(text, INTENTS_FILE);
      const digest = contentHash(text);
      last = { text, read: found.ok ? { ok: true, value: { intents: found.value.intents, digest } } : found };
    }
    return last.read;
  };
  return { ...store, intents: { read, edit } };
}

const INTENTS_FILE = ".orchestration/active_intents.yaml";
/** Said to people and models alike. */
export const ELSEWHERE = `What is checked out has no ${INTENTS_FILE}: the intents and rules last accepted on this machine count.`;
const notHere = problem(
  "SIDECAR_MISSING",
  "this branch has no intents file: the intents last accepted on this machine count, and they cannot be changed here",
  "Change them on a branch that has the file, or bring it here: `git checkout BRANCH -- .orchestration`.",
  { file: INTENTS_FILE },
);

/** Reads a file once per state of it; narrowed to what was accepted where its present text does not count. */
function remembered<T>(
  authored: AuthoredFiles,
  name: AuthoredName,
  read: (text: string | null) => Checked<T>,
  narrow: (accepted: T, current: T) => T,
  kept: KeptByIdentity<T>,
): (always: boolean, standing: string) => Checked<T> {
  let last: { key: string; value: Checked<T> } | undefined;
  function readOnce(identity: string): Checked<T> {
    if (identity === ABSENT) return read(null);
    const known = kept.find(identity);
    if (known !== null) return { ok: true, value: known };
    const current = read(authored.current(name));
    if (current.ok && isSettled(identity) && authored.identity(name) === identity) kept.keep(identity, current.value);
    return current;
  }
  return (always, standing) => {
    const identity = authored.identity(name);
    const key = `${always} ${standing} ${identity}`;
    if (last?.key === key) return last.value;
    const current = readOnce(identity);
    let value = current;
    if (current.ok && !authored.counts(name, always)) {
      const accepted = read(authored.accepted(name) ?? null);
      value = accepted.ok ? { ok: true, value: narrow(accepted.value, current.value) } : accepted;
    }
    last = { key, value };
    return value;
  };
}

export function sidecarMissing(found: FoundRoot) {
  return problem(
    "SIDECAR_MISSING",
    found.registered
      ? "this root is governed, but its sidecar .orchestration is missing"
      : "this folder has no sidecar .orchestration, so nothing may be changed through the gate",
    found.registered
      ? "Restore .orchestration (for instance `git checkout -- .orchestration`), or run `intentgate init` again."
      : "Run `intentgate init` in the root of the repository.",
    { file: ".orchestration" },
  );
}
