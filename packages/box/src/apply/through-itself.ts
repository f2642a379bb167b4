/** The very thing that stands at a path, whatever is put in its place meanwhile; also where it may not be read. */
import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, type Stats } from "node:fs";

/** Node does not name it. */
const O_PATH = 0o10000000;
const DESCRIPTORS = "/proc/self/fd";

/** `self` leads to it and nowhere else. Throws for a link: it has no permissions of its own, and leads to another's. */
export function throughItself<T>(at: string, act: (self: string, now: Stats) => T): T {
  // Elsewhere than on Linux there is no such name: then it is looked at, and no more.
  if (process.platform !== "linux" || !existsSync(DESCRIPTORS)) return act(at, expectNoLink(lstatSync(at)));
  const descriptor = openSync(at, O_PATH | constants.O_NOFOLLOW);
  try {
    return act(`${DESCRIPTORS}/${descriptor}`, expectNoLink(fstatSync(descriptor)));
  } finally {
    closeSync(descriptor);
  }
}

function expectNoLink(now: Stats): Stats {
  if (!now.isSymbolicLink()) return now;
  throw Object.assign(new Error("a link"), { code: "ELOOP", syscall: "open" });
}
