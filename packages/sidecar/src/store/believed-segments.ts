/** What others shared, each record once, and only what may be believed. */
import { jsonFields } from "@intentgate/documents";
import { believeSegments, isFields, type LeftSegment, readSegmentHeader } from "@intentgate/trace";
import { type SegmentFile, SHARED_NAME, sharedLines, sharedSegments } from "./shared-segments.ts";

const SEALED_END = '"}}';
const HASH_LENGTH = "sha256:".length + 64;
/** Cheap to look for before a line is parsed. */
const IMPORTED = '"imported":{"format":"agent-trace"';

/** What a sealed line ends in; for any other line something that no sealed line ends in. */
function hashOfLine(line: string): string {
  return line.slice(-(HASH_LENGTH + SEALED_END.length), -SEALED_END.length);
}

/** The segments that may be believed. `ownAmong` is asked once: which of these hashes this machine's ledger has. */
export function believedSegments(
  folder: string,
  ownAmong: (hashes: ReadonlySet<string>) => (hash: string) => boolean,
): { believed: SegmentFile[]; left: LeftSegment[]; isOwn: (hash: string) => boolean } {
  const { segments } = sharedSegments(folder);
  const isOwn = ownAmong(segments.length === 0 ? new Set() : sharedHashes(folder, segments));
  const offered = segments.map(({ name }) => ({ name, lines: () => sharedLines(folder, name) }));
  const { believed, left } = believeSegments(offered, isOwn);
  const names = new Set(believed);
  return {
    believed: segments.filter(({ name }) => names.has(name)).sort(inOrderOfChains),
    left: left.map(({ name, why }) => ({ name: `${SHARED_NAME}/${name}`, why })),
    isOwn,
  };
}

function inOrderOfChains(a: SegmentFile, b: SegmentFile): number {
  return a.chain === b.chain ? a.from - b.from || a.to - b.to : a.chain < b.chain ? -1 : 1;
}

/** Of every record that a segment holds, and of the first one of its chain. */
function sharedHashes(folder: string, segments: readonly SegmentFile[]): Set<string> {
  const hashes = new Set<string>();
  for (const { name } of segments) {
    const [header = "", ...lines] = sharedLines(folder, name);
    for (const line of lines) hashes.add(hashOfLine(line));
    const chain = readSegmentHeader(header)?.chain;
    if (chain !== undefined) hashes.add(chain);
  }
  return hashes;
}

export interface SharedLine {
  line: string;
  segment: SegmentFile;
  /** In bytes, within the segment. */
  offset: number;
  bytes: number;
}

/** Every record of these segments that is not this machine's, once; one that was imported twice once too. */
export function* linesOfSegments(
  folder: string,
  segments: readonly SegmentFile[],
  isOwn: (hash: string) => boolean,
): Generator<SharedLine> {
  const known = new Set<string>();
  for (const segment of segments) {
    let offset = 0;
    for (const [at, line] of sharedLines(folder, segment.name).entries()) {
      const bytes = Buffer.byteLength(line);
      const placed = { line, segment, offset, bytes };
      offset += bytes + 1;
      const hash = hashOfLine(line);
      if (at === 0 || known.has(hash) || isOwn(hash)) continue;
      known.add(hash);
      const imported = importedId(line);
      if (imported !== null && known.has(imported)) continue;
      if (imported !== null) known.add(imported);
      yield placed;
    }
  }
}

/** Version 0.1 took in what other tools wrote, each file as a chain of its own: one record may lie in several. */
function importedId(line: string): string | null {
  if (!line.includes(IMPORTED)) return null;
  const { id, imported } = jsonFields(line);
  return isFields(imported) && typeof id === "string" ? `imported ${id.toLowerCase()}` : null;
}
