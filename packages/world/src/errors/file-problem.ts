/** Turns what the file system says into a problem a person can act on. */
import { ProblemError, problem } from "@intentgate/documents";

const REMEDIES: Record<string, string> = {
  ENOSPC: "Free some disk space, then try again.",
  EDQUOT: "Free some of the disk quota, then try again.",
  EROFS: "Mount the file system writable, then try again.",
  EACCES: "Give this user the right to write there, then try again.",
  EPERM: "Give this user the right to write there, then try again.",
  ENOENT: "Run `intentgate init` if the sidecar is gone, or restore its folder.",
  EFTYPE: "Replace it by a regular file.",
  ELOOP: "Replace the link by a regular file: links are not followed here.",
};

/** Rethrows what is no file system error: a bug must not look like a full disk. */
export function cannotWrite(error: unknown, file: string): ProblemError {
  const code = codeOf(error);
  if (error instanceof ProblemError) return error;
  if (code === null) throw error;
  const remedy = REMEDIES[code] ?? "Check the disk and the folder, then try again.";
  return new ProblemError([problem("CANNOT_WRITE", `cannot write ${file} (${code})`, remedy, { file })]);
}

export function cannotRead(error: unknown, file: string): ProblemError {
  const code = codeOf(error);
  if (error instanceof ProblemError) return error;
  if (code === null) throw error;
  const remedy = "Check that the file is a regular file and that this user may read it.";
  return new ProblemError([problem("CANNOT_READ", `cannot read ${file} (${code})`, remedy, { file })]);
}

/** What `act` gives; what the system says against it becomes a problem of this file. */
export function reading<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw cannotRead(error, file);
  }
}

export function writing<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw cannotWrite(error, file);
  }
}

/** What `act` gives, or `instead` where the system says one of these codes; anything else is thrown on. */
export function onSystemError<T, U>(codes: readonly string[] | "any", instead: U, act: () => T): T | U {
  try {
    return act();
  } catch (error) {
    const code = codeOf(error);
    if (code === null || (codes !== "any" && !codes.includes(code))) throw error;
    return instead;
  }
}

export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}
