/** One file of a writing tool's plan, with what is needed to carry it out and to speak about it. */
import type { FileAttributes } from "./file-bytes.ts";

export interface PlannedFile {
  path: string;
  before: Uint8Array | null;
  after: Uint8Array | null;
  movedFrom: string | null;
  /** As the call spelled them. */
  shown: string;
  shownFrom: string | null;
  /** Of the file that is replaced or moved; null for a new one. */
  attributes: FileAttributes | null;
}
