import { expect, it } from "vitest";
import { failureIn } from "./recorded-failures.ts";

it.each([
  ["bwrap: setting up uid map: Permission denied\n", /AppArmor/],
  ["bwrap: No permissions to create new namespace, likely because the kernel does not allow it.\n", /containers/],
  ["unshare: unshare failed: Operation not permitted\n", /containers/],
  ["unshare: unshare failed: No space left on device\n", /switched off/],
  ["bwrap: Unknown option --disable-userns\n", /older than 0\.8/],
  ["env: unrecognized option '--default-signal=TERM,INT,HUP,QUIT'\n", /env/],
  ["mount: /x/tmp-merged: wrong fs type, bad option, bad superblock on intentgate.\n", /layers/],
  ["mount: overlay: permission denied.\n", /layers/],
])("knows what %j means", (said, why) => {
  expect(failureIn(said)?.why).toMatch(why);
  expect(failureIn(said)?.remedy).not.toBe("");
});

it.each(["", "sh: 1: Permission denied\n", "unshare: failed\n", "dd: No space left on device\n"])(
  "claims nothing of %j",
  (said) => {
    expect(failureIn(said)).toBeNull();
  },
);
