/**
 * Before a program runs: for every file, where its bytes can be had afterwards. What git keeps is not copied; what only
 * stands in the tree (dirty and untracked files) goes into the private cache, within its limit.
 */
import { createScope, type Policy, type Scope } from "@intentgate/policy";
import type { GovernedRoot, KeptBytes } from "@intentgate/sidecar";
import {
  type BytesSource,
  blobName,
  type FileStamp,
  type GitIndex,
  isAsGitSawIt,
  isLink,
  isRegular,
  isYoung,
  LARGEST_KEPT,
  NOWHERE,
  readEntry,
  type TreeSnapshot,
} from "@intentgate/world";
import type { FileMemory } from "./file-memory.ts";

export interface KeepParts {
  root: string;
  cache: KeptBytes;
  memory: FileMemory;
  cacheLimit(): number;
  isSecret(path: string): boolean;
  /** Of untracked files only. */
  ignored(paths: readonly string[]): ReadonlySet<string>;
}

export interface BytesAround {
  sourceOf(path: string): BytesSource;
  /** Too young for their stamps to tell: their bytes are compared. */
  young: readonly string[];
}

/** What one look reads at most; a first look at a large tree that git does not know takes several calls. */
const MOST_READ = { files: 4_000, bytes: 64_000_000 };
/** Where files may be put back every one of them must have been read once. */
const MOST_READ_ONCE = { files: 100_000, bytes: 2_000_000_000 };

export function keepBytes(
  parts: KeepParts,
  { files }: TreeSnapshot,
  index: GitIndex | null,
  options: { mustBeSure: boolean; lookedAtMs: number },
): BytesAround {
  const { memory, cache } = parts;
  const inCache = cache.listing();
  const sources = new Map<string, BytesSource>();
  const unread: [path: string, stamp: FileStamp][] = [];
  const young: string[] = [];
  let cached = 0;

  for (const [path, stamp] of files) {
    const isNew = isYoung(stamp, options.lookedAtMs);
    if (isNew && isRegular(stamp)) young.push(path);
    const known = isNew ? undefined : memory.known(path, stamp);
    if (known && (known.in !== "cache" || inCache.has(known.hash))) {
      sources.set(path, known);
      if (known.in === "cache") cached += stamp.size;
      continue;
    }
    const entry = index?.entries.get(path);
    const isGits = entry !== undefined && !isNew && index !== null && isAsGitSawIt(stamp, entry, index);
    if (isGits && isRegular(stamp)) sources.set(path, { in: "git", blob: entry.blob, sure: false });
    if (!isGits || options.mustBeSure || isLink(stamp)) unread.push([path, stamp]);
  }

  const untracked = unread.map(([path]) => path).filter((path) => !index?.entries.has(path));
  const ignored = parts.ignored(untracked);
  const left = options.mustBeSure ? { ...MOST_READ_ONCE } : { ...MOST_READ };
  // The files last worked on are the likeliest to be changed next.
  unread.sort(([, a], [, b]) => b.mtimeMs - a.mtimeMs);
  for (const [path, stamp] of unread) {
    if (ignored.has(path) || (!isRegular(stamp) && !isLink(stamp)) || stamp.size > LARGEST_KEPT) continue;
    left.files -= 1;
    left.bytes -= stamp.size;
    if (left.files < 0 || left.bytes < 0) break;
    const source = sourceOf(path, stamp);
    sources.set(path, source);
    if (!isYoung(stamp, options.lookedAtMs)) memory.learn(path, stamp, source);
  }
  memory.save((path) => files.has(path));

  function sourceOf(path: string, stamp: FileStamp): BytesSource {
    const { link, hash, bytes } = readEntry(`${parts.root}/${path}`);
    if (link !== null) return { in: "link", target: link };
    if (bytes.state !== "present" || hash === null) return NOWHERE;
    const entry = index?.entries.get(path);
    if (entry && blobName(bytes.bytes, entry.blob) === entry.blob) return { in: "git", blob: entry.blob, sure: true };
    if (parts.isSecret(path) || cached + stamp.size > parts.cacheLimit()) return { in: "nowhere", hash };
    cached += stamp.size;
    cache.keep(hash, bytes.bytes);
    return { in: "cache", hash };
  }

  return { sourceOf: (path) => sources.get(path) ?? NOWHERE, young };
}

/** Which files are secret, as the policy of their root has it. What belongs to no opened root is secret: nobody can say that it is not. */
export function createSecretPaths(roots: readonly GovernedRoot[], policyOf: (root: GovernedRoot) => Policy) {
  const known = new Map<GovernedRoot, { policy: Policy; scope: Scope }>();
  return (root: string, relative: string): boolean => {
    const owner = roots.find((one) => one.root === root);
    if (owner === undefined) return true;
    const policy = policyOf(owner);
    const last = known.get(owner);
    const scope = last?.policy === policy ? last.scope : createScope(policy.secret_paths, { ignoreCase: true });
    known.set(owner, { policy, scope });
    return scope.covers(relative);
  };
}
