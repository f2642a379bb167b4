/** This machine's records and what others shared, each once; of the shared ones only what may be believed. */
import { believeSegments, importedId, type LeftSegment, type PlacedLine, readSegmentHeader } from "@intentgate/trace";
import { type SegmentFile, SHARED_NAME, sharedLines, sharedSegments } from "./shared-segments.ts";
import type { SourcedLine } from "./store.ts";

const SEALED_END = '"}}';
const HASH_LENGTH = "sha256:".length + 64;

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

export interface SharedLine extends PlacedLine {
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
      const placed = {
        line,
        file: `${SHARED_NAME}/${segment.name}`,
        number: at + 1,
        hasEnd: true,
        segment,
        offset,
        bytes,
      };
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

/** `tell` hears of every segment that is left out. */
export async function* allLines(
  folder: string,
  own: AsyncIterable<PlacedLine>,
  tell: (left: LeftSegment) => void,
): AsyncGenerator<SourcedLine> {
  const wanted = sharedHashes(folder, sharedSegments(folder).segments);
  const met = new Set<string>();
  for await (const placed of own) {
    const hash = hashOfLine(placed.line);
    if (wanted.has(hash)) met.add(hash);
    yield { ...placed, source: "own" };
  }
  const { believed, left, isOwn } = believedSegments(folder, () => (hash) => met.has(hash));
  for (const one of left) tell(one);
  for (const { line, file, number, hasEnd } of linesOfSegments(folder, believed, isOwn))
    yield { line, file, number, hasEnd, source: "shared" };
}
