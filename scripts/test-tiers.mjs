/**
 * Which tests run when. `npm test` runs all but the long ones; what it cuts short is tried in full with the long ones.
 * A name that ends in a slash is a folder.
 */

/** `npm run test:core`: what a change to the gate breaks first. */
export const core = [
  "packages/engine/",
  "packages/policy/",
  "packages/shell/",
  "packages/gate/",
  "test/boundaries.test.ts",
  "test/project-rules.test.ts",
  "test/golden/",
  "test/stories/approval-flows.test.ts",
  "test/stories/handshake.test.ts",
  "test/stories/lock.test.ts",
  "test/stories/scope.test.ts",
];

/** `npm run test:long`, with the searches below. */
export const long = [
  "apps/mcp/src/acp/acp.test.ts",
  "packages/sidecar/src/store/rotation.test.ts",
  "test/stories/demo.test.ts",
  "test/attribution/",
  "test/input/",
  "test/install/npm-ci.test.ts",
  "test/mutation/",
  "test/new-host/",
  "test/pack/",
  "test/replay/",
  "test/stress/",
  "test/shell/execution.test.ts",
  "test/shell/fuzz.test.ts",
  "test/upgrade/",
  "test/stories/demo-page.test.ts",
  "test/stories/hostile-environment.test.ts",
  "test/stories/begin-observing.test.ts",
  "test/stories/git-days.test.ts",
  "test/stories/quiet-day.test.ts",
  "test/stories/resident-answers.test.ts",
  "packages/gate/src/trust/many-control-files.test.ts",
  "packages/trace/src/chain/tamper.test.ts",
  "packages/sidecar/src/store/many-processes.test.ts",
  "apps/cli/src/launcher/launcher-doubts.test.ts",
  "apps/mcp/src/gateway/answered-first.test.ts",
  "apps/mcp/src/gateway/filesystem.test.ts",
  "apps/mcp/src/gateway/hanging-server.test.ts",
  "apps/mcp/src/gateway/other-requests.test.ts",
  "apps/mcp/src/gateway/relay.test.ts",
  "apps/mcp/src/gateway/strange-writes.test.ts",
  "apps/mcp/src/http/bounds.test.ts",
  "apps/mcp/src/gateway/changed-tools.test.ts",
  "apps/mcp/src/gateway/several-servers.test.ts",
  "apps/mcp/src/running.test.ts",
  "test/stories/anchored-commits.test.ts",
  "test/stories/branch.test.ts",
  "test/stories/doctor-agents.test.ts",
  "test/stories/handler-failures.test.ts",
  "test/stories/levels.test.ts",
  "test/stories/prove-after.test.ts",
  "test/stories/prove-after-announced.test.ts",
  "test/stories/host-refusals.test.ts",
  "test/stories/prove-after-closed.test.ts",
  "test/stories/prove-after-git.test.ts",
  "test/stories/prove-after-nested.test.ts",
  "test/stories/prove-after-others.test.ts",
  "test/stories/required-floor.test.ts",
  "test/stories/ability-tasks.test.ts",
  "test/stories/attribution.test.ts",
  "test/stories/seed-004-hook-points.test.ts",
  "test/stories/stop.test.ts",
  "test/stories/storage.test.ts",
  "test/stories/undo-left.test.ts",
  "test/stories/git-moves.test.ts",
  "test/stories/git-undone.test.ts",
  "test/stories/resident-gate.test.ts",
  "test/stories/asking-the-gate.test.ts",
  "apps/mcp/src/elicitation.test.ts",
  "test/stories/seed-004-trust.test.ts",
  "test/stories/agent-run.test.ts",
];

/** Searches and tables that `npm test` cuts short, by `searchRuns` and `searchRows` of test/support. */
export const searches = [
  "apps/agent/src/partial-calls.property.test.ts",
  "apps/mcp/src/who-is-asked.test.ts",
  "packages/blame/src/attribution/replay-ends.test.ts",
  "packages/documents/src/yaml/edit-yaml.property.test.ts",
  "packages/event-hooks/src/handlers/split-command.test.ts",
  "packages/gate/src/calls/levels.property.test.ts",
  "packages/hosts/src/install/edit-file.property.test.ts",
  "packages/policy/src/paths/scope-below.test.ts",
  "packages/tools/src/native/edit.test.ts",
  "packages/trace/src/chain/verify-ledger.test.ts",
  "packages/world/src/git/git-index.test.ts",
  "test/properties/granted-paths.test.ts",
  "test/properties/scope-holds.test.ts",
  "test/properties/undo-restores.test.ts",
  "test/shell/bash-accepts.test.ts",
  "test/stories/balanced.test.ts",
  "test/stories/from-outside.test.ts",
  "test/stories/git-contents.test.ts",
  "test/stories/git-references.test.ts",
  "test/stories/wrong-prediction.test.ts",
];

/** These take longest: begun last, they would be waited for alone. */
export const slowest = [
  "test/golden/golden.test.ts",
  "test/stories/host-door.test.ts",
  "apps/mcp/src/acp/acp.test.ts",
  "test/stories/approvals.test.ts",
  "packages/tools/src/native/execute-command.test.ts",
];

/** As vitest's words that leave them out. */
export function leavingOut(tests) {
  return tests.map((path) => `--exclude=${path.endsWith("/") ? `${path}**` : path}`);
}
