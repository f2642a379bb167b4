/**
 * The whole ledger against its own chains, its heads, the list of heads outside the workspace and the git ref; then the
 * segments that people shared.
 */
import { createSegmentCheck, type Finding, type LedgerCheck, verifyLedger } from "@intentgate/trace";
import { findRepository } from "@intentgate/world";
import type { GovernedRoot } from "../roots/governed-root.ts";
import { readAnchor } from "../store/git-anchor.ts";
import { SHARED_NAME, sharedLines, sharedSegments } from "../store/shared-segments.ts";

export interface WholeCheck extends LedgerCheck {
  shared: { segments: number; records: number };
}

type Checkable = Pick<GovernedRoot, "sidecar" | "store" | "authoredAt">;

export async function checkLedger(root: Checkable): Promise<WholeCheck> {
  const check = await checkOnce(root);
  // Heads are read first: a record that another process adds meanwhile is newer than the heads, never missing.
  const late = check.findings.some(({ kind }) => ["beyond_head", "no_head", "unvouched"].includes(kind));
  return late ? checkOnce(root) : check;
}

async function checkOnce({ sidecar, store, authoredAt }: Checkable): Promise<WholeCheck> {
  const segments = createSegmentCheck();
  const { segments: files, others } = sharedSegments(sidecar);
  for (const { name } of files) segments.add(name, sharedLines(sidecar, name));
  const repository = findRepository(authoredAt);
  const own = await verifyLedger(segments.follow(store.ledger.placedLines()), store.ledger.heads(), {
    list: store.ledger.listedEnds(),
    git: repository === null ? [] : readAnchor(repository),
  });
  const { findings, ...shared } = segments.end();
  const inShared = findings.map((one) => ({ ...one, file: `${SHARED_NAME}/${one.file}` }));
  return { ...own, findings: [...own.findings, ...inShared, ...others.map(noSegment)], shared };
}

function noSegment(name: string): Finding {
  const message = "it is no segment that was shared, and nothing of it is read";
  return { kind: "bad_segment", file: `${SHARED_NAME}/${name}`, line: null, session: null, seq: null, message };
}
