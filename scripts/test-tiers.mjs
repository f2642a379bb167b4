/**
 * Which tests run when. `npm test` runs all but the long ones; what it cuts short is tried in full with the long ones.
 * A name that ends in a slash is a folder.
 */

/** `npm run test:core`: what a change to the gate breaks first, in a minute or two. */
export const core = [
  "packages/engine/",
  "packages/policy/",
  "packages/shell/",
  "packages/gate/",
  "test/boundaries.test.ts",
  "test/project-rules.test.ts",
  "test/golden/",
  "test/stories/approvals.test.ts",
  "test/stories/handshake.test.ts",
  "test/stories/lock.test.ts",
  "test/stories/scope.test.ts",
];

/** `npm run test:long`, with the searches below. */
export const long = [
  "test/attribution/",
  "test/input/",
  "test/install/npm-ci.test.ts",
  "test/mutation/",
  "test/stress/",
  "test/shell/execution.test.ts",
  "test/upgrade/",
  "packages/trace/src/chain/tamper.test.ts",
  "packages/sidecar/src/store/many-processes.test.ts",
];

/** Searches that `npm test` cuts short. */
export const searches = [];

/** As vitest's words that leave them out. */
export function leavingOut(tests) {
  return tests.map((path) => `--exclude=${path.endsWith("/") ? `${path}**` : path}`);
}
