import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { knownProfiles } from "./what-forbids.ts";

it("names a profile for bubblewrap that is there already", () => {
  const folder = tempFolder("profiles");
  for (const name of ["bwrap-userns-restrict", "firefox", "unshare-userns-restrict"])
    writeFileSync(join(folder, name), "");
  expect(knownProfiles(folder)).toContain(`${folder}/bwrap-userns-restrict, ${folder}/unshare-userns-restrict`);
  expect(knownProfiles(folder)).not.toContain("firefox");
});

it.each(["", "nowhere"])("says that none is there: %j", (name) => {
  const folder = join(tempFolder("profiles"), name);
  expect(knownProfiles(folder)).toBe(`None for it lies in ${folder}.`);
});
