/**
 * A folder that the gate decided on, held while files in it are changed. On Linux it is held open and its files are
 * reached through the descriptor, so that a link or another folder put in its place meanwhile redirects nothing;
 * elsewhere its path is looked at again before each step.
 */
import { closeSync, constants, existsSync, lstatSync, openSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { errnoOf } from "../contract/failure.ts";

export interface HeldFolder {
  /** How a file in it is reached, whatever stands at the folder's path by now. */
  place(name: string): string;
  /** Throws where the folder is not, or no longer, the one at the canonical path. */
  expectInPlace(): void;
  close(): void;
}

/** Thrown where a folder on the way is no longer the one the gate decided on. */
export class MovedFolderError extends Error {}

const DESCRIPTORS = "/proc/self/fd";
const FOLDER_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** `path` is canonical; `at` is another way to the same folder, through the one above it that is held already. */
export function holdFolder(path: string, at = path): HeldFolder {
  const folder = process.platform === "linux" && existsSync(DESCRIPTORS) ? heldOpen(path, at) : watched(path);
  try {
    folder.expectInPlace();
    return folder;
  } catch (error) {
    folder.close();
    throw error;
  }
}

function heldOpen(path: string, at: string): HeldFolder {
  const descriptor = openFolder(path, at);
  const through = `${DESCRIPTORS}/${descriptor}`;
  return {
    place: (name) => `${through}/${name}`,
    // The system tells where the open folder really is, in one step: no link on the way can be exchanged meanwhile.
    expectInPlace: () => expectSame(path, readlinkSync(through)),
    close: () => closeSync(descriptor),
  };
}

function openFolder(path: string, at: string): number {
  try {
    return openSync(at, FOLDER_FLAGS);
  } catch (error) {
    const isLink = lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink();
    if (errnoOf(error) === "ELOOP" || isLink) throw new MovedFolderError(`${path} is a link`);
    throw error;
  }
}

function watched(path: string): HeldFolder {
  return {
    place: (name) => join(path, name),
    expectInPlace: () => expectSame(path, realpathSync(path)),
    close: () => undefined,
  };
}

function expectSame(path: string, real: string): void {
  if (real !== path) throw new MovedFolderError(`${path} now leads to ${real}`);
}
