/** Places under `/dev` where what is written is kept nowhere, and those that are whatever a descriptor was opened to. */

const sinks = new Set(["/dev/null", "/dev/zero", "/dev/full", "/dev/tty"]);

/** Writing there changes nothing that stays. */
export function isSink(path: string): boolean {
  return sinks.has(path);
}

/** The number that a shell gives to `<(…)` and `>(…)`, as it is read here. */
export const SUBSTITUTED = 63;

const streams = new Map([
  ["/dev/stdout", 1],
  ["/dev/fd/1", 1],
  ["/dev/stderr", 2],
  ["/dev/fd/2", 2],
  [`/dev/fd/${SUBSTITUTED}`, SUBSTITUTED],
]);

/**
 * A stream of the shell, which leads to the caller or into a pipe unless the command has led it elsewhere. Who opens it by
 * its name opens once more, and empties, what it leads to; of any other number that is a file.
 */
export function streamOf(path: string): number | undefined {
  return streams.get(path);
}

/** What is open under a number, by any of its names. */
export function isDescriptor(path: string): boolean {
  return path === "/dev/stdin" || /^\/(?:dev|proc\/[^/]+(?:\/task\/[^/]+)?)\/fd(?:\/|$)/.test(path);
}
