import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { tryFileLock } from "./file-lock.ts";
import { locksIn } from "./locks-in.ts";

function folder(): string {
  const made = tempFolder("locks");
  return made;
}

it("tells who holds each lock, and which are left over", () => {
  const at = folder();
  const holder = (pid: number, host: string) =>
    JSON.stringify({ pid, startedAt: null, host, token: "0123456789abcdef" });
  tryFileLock(join(at, "mine.lock"));
  writeFileSync(join(at, "dead.lock"), holder(2 ** 30, hostname()));
  writeFileSync(join(at, "far.lock"), holder(1, "another-machine"));
  writeFileSync(join(at, "torn.lock"), '{"pid":');
  writeFileSync(join(at, "no-lock.txt"), holder(1, hostname()));
  const states = Object.fromEntries(locksIn(at).map(({ file, state }) => [file.slice(at.length + 1), state]));
  expect(states).toEqual({
    "mine.lock": "held",
    "dead.lock": "gone",
    "far.lock": "foreign",
    "torn.lock": "unreadable",
  });
});

it("finds none in a folder that is not there", () => {
  expect(locksIn(join(folder(), "nowhere"))).toEqual([]);
});
