/** Compares where the chains of a ledger end with what is known of their ends elsewhere. */
import type { Integrity } from "../records/record.ts";
import type { Finding, FindingKind, FindingPlace } from "./ledger-finding.ts";

export interface KnownHead {
  session: string;
  seq: number;
  hash: string;
}

/** What the list outside the workspace was told. */
export interface ListedEnds {
  /** The newest record of each session that was said to be written. */
  heads: readonly KnownHead[];
  /** Records that a writer was about to write when it was stopped: they may be there or not. */
  announced: readonly KnownHead[];
  /** Records that were put on top of one that the list had not been told of. */
  strangers: readonly { session: string; seq: number }[];
}

/** Ends that are kept apart from the ledger and its heads: they may lag behind. */
export interface EndsElsewhere {
  list: ListedEnds;
  /** What a person put into a git ref. */
  git: readonly KnownHead[];
}

export const NO_LIST: ListedEnds = { heads: [], announced: [], strangers: [] };

/**
 * What the ends of the chains were compared with: the heads beside the ledger, the list outside the workspace, the heads
 * that a person put into a git ref.
 */
export type Anchor =
  | "none"
  | "heads"
  | "list"
  | "git"
  | "heads_and_list"
  | "heads_and_git"
  | "list_and_git"
  | "heads_and_list_and_git";

/** The end of a session's chain as the ledger has it. */
export interface Chain {
  seq: number;
  hash: string;
  place: FindingPlace;
}

type Chains = ReadonlyMap<string, Chain>;

const NOWHERE: FindingPlace = { file: null, line: null };

export function anchorOf(heads: readonly KnownHead[], { list, git }: EndsElsewhere): Anchor {
  const had = [
    ...(heads.length > 0 ? ["heads"] : []),
    ...(isKept(list) ? ["list"] : []),
    ...(git.length > 0 ? ["git"] : []),
  ];
  return had.length === 0 ? "none" : (had.join("_and_") as Anchor);
}

function isKept({ heads, announced }: ListedEnds): boolean {
  return heads.length + announced.length > 0;
}

export function checkHeads(chains: Chains, heads: readonly KnownHead[], records: number): Finding[] {
  const findings: Finding[] = [];
  if (heads.length === 0 && records > 0) {
    const message = "no heads are kept: whether last records or whole sessions were removed could not be checked";
    return [{ kind: "no_head", ...NOWHERE, session: null, seq: null, message }];
  }
  const known = new Set<string>();
  for (const head of heads) {
    known.add(head.session);
    const chain = chains.get(head.session);
    const find = (kind: FindingKind, seq: number, message: string) =>
      findings.push({ kind, ...(chain?.place ?? NOWHERE), session: head.session, seq, message });
    if (!chain) find("session_removed", head.seq, `${missing(1, head.seq)} missing: the whole session is gone`);
    else if (chain.seq < head.seq)
      find("tail_removed", head.seq, `${missing(chain.seq + 1, head.seq)} missing at the session's end`);
    else if (chain.seq > head.seq) find("beyond_head", chain.seq, `the head ends at record ${head.seq}`);
    else if (chain.hash !== head.hash) find("tail_replaced", head.seq, "the head names another record here");
  }
  for (const [session, chain] of chains) {
    if (known.has(session)) continue;
    const message = "no head is kept for this session: whether its last records were removed could not be checked";
    findings.push({ kind: "no_head", ...chain.place, session, seq: chain.seq, message });
  }
  return findings;
}

/** `pass` is given every record; `end` says what does not fit, as far as nobody said it before. */
export function createElsewhereCheck(elsewhere: EndsElsewhere) {
  const checks = [
    createEndCheck("the list outside the workspace knows", elsewhere.list.heads),
    createEndCheck("the git ref knows", elsewhere.git),
  ];
  const vouching = createVouching(elsewhere);
  return {
    pass(it: Integrity, place: FindingPlace): void {
      for (const check of checks) check.pass(it, place);
      vouching.pass(it, place);
    },
    end(chains: Chains, findings: readonly Finding[]): Finding[] {
      const told = new Set(findings.map(({ kind, session }) => `${kind} ${session}`));
      const more: Finding[] = [];
      for (const check of checks)
        for (const one of check.end(chains)) {
          const name = `${one.kind} ${one.session}`;
          if (!told.has(name)) more.push(one);
          told.add(name);
        }
      return [...more, ...vouching.end(chains)];
    },
  };
}

/** A later record of a session is no contradiction to an end that is known elsewhere. */
function createEndCheck(where: string, known: readonly KnownHead[]) {
  const wanted = new Map(known.map((head) => [head.session, head]));
  const replaced = new Map<string, FindingPlace>();
  return {
    pass({ session, seq, hash }: Integrity, place: FindingPlace): void {
      const head = wanted.get(session);
      if (head?.seq === seq && head.hash !== hash) replaced.set(session, place);
    },
    end(chains: Chains): Finding[] {
      return known.flatMap(({ session, seq }): Finding[] => {
        const chain = chains.get(session);
        const find = (kind: FindingKind, place: FindingPlace, what: string): Finding[] => [
          { kind, ...place, session, seq, message: `${where} ${what}` },
        ];
        if (!chain) return find("session_removed", NOWHERE, "this session, which is gone");
        const place = replaced.get(session) ?? chain.place;
        if (chain.seq < seq) return find("tail_removed", place, `record ${seq}`);
        return replaced.has(session) ? find("tail_replaced", place, "another record here") : [];
      });
    },
  };
}

/**
 * Where a list is kept, every record must be known to it or to the git ref: who can write beside the ledger can add a
 * record or a session together with its head, and cannot tell the list of it.
 */
function createVouching({ list, git }: EndsElsewhere) {
  const vouched = new Map<string, number>();
  for (const { session, seq } of [...list.heads, ...git])
    vouched.set(session, Math.max(seq, vouched.get(session) ?? 0));
  const byGit = new Map(git.map(({ session, seq }) => [session, seq]));
  const announced = new Map(list.announced.map((head) => [head.session, head]));
  const strangers = new Map(list.strangers.map(({ session, seq }) => [session, seq]));
  const placeOf = new Map<string, FindingPlace>();
  return {
    pass({ session, seq, hash }: Integrity, place: FindingPlace): void {
      const about = announced.get(session);
      if (about?.seq === seq && about.hash === hash) vouched.set(session, Math.max(seq, vouched.get(session) ?? 0));
      if (strangers.get(session) === seq) placeOf.set(session, place);
    },
    end(chains: Chains): Finding[] {
      if (!isKept(list)) return [];
      const findings: Finding[] = [];
      for (const [session, chain] of chains) {
        const stranger = strangers.get(session);
        const end = vouched.get(session) ?? 0;
        const find = (seq: number, place: FindingPlace, message: string) =>
          findings.push({ kind: "unvouched", ...place, session, seq, message });
        if (stranger !== undefined && (byGit.get(session) ?? 0) < stranger)
          find(
            stranger,
            placeOf.get(session) ?? NOWHERE,
            "not vouched for: it was put on top of a record that the list outside the workspace was never told of",
          );
        if (chain.seq > end)
          find(
            chain.seq,
            chain.place,
            end === 0
              ? "not vouched for: the list outside the workspace was never told of this session"
              : `not vouched for: the list outside the workspace knows this session up to record ${end}`,
          );
      }
      return findings;
    },
  };
}

export function missing(from: number, to: number): string {
  return from === to ? `record ${from} is` : `records ${from} to ${to} are`;
}
