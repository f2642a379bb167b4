import { describe, expect, it } from "vitest";
import type { UseEffect } from "../uses/program.ts";
import { SharedMap } from "../values/shared-map.ts";
import { placeEffect } from "./place-effect.ts";

/** Every field has to be given here, so that a new one cannot get lost on its way unnoticed. */
type Everything<Kind extends UseEffect["does"]> = Required<UseEffect & { does: Kind }>;

const place = (effect: UseEffect) => placeEffect(effect, "the part", "sub", new SharedMap(), []);

describe("placing an effect", () => {
  it("keeps everything that a program says about a read", () => {
    const effect: Everything<"read"> = { does: "read", path: "a", whole: true };
    expect(place(effect)).toEqual([{ ...effect, path: "sub/a", part: "the part" }]);
  });

  it("keeps everything that a program says about a write", () => {
    const effect: Everything<"write"> = {
      does: "write",
      path: "a",
      manner: "derived",
      linkTarget: "../b",
      inFolder: "a/b",
      linkTargetInFolder: "../../c",
      metadata: true,
      deep: true,
      makesFolder: "alone",
      steersGit: true,
    };
    const paths = { path: "sub/a", linkTarget: "b", inFolder: "sub/a/b", linkTargetInFolder: "../c" };
    expect(place(effect)).toEqual([{ ...effect, ...paths, part: "the part" }]);
  });

  it("keeps everything that a program says about a move", () => {
    const effect: Everything<"move"> = { does: "move", from: "a", to: "b", inFolder: "b/a" };
    expect(place(effect)).toEqual([{ ...effect, from: "sub/a", to: "sub/b", inFolder: "sub/b/a", part: "the part" }]);
  });

  it("keeps everything that a program says about a deletion", () => {
    const effect: Everything<"delete"> = { does: "delete", path: "a", throughLink: true };
    expect(place(effect)).toEqual([{ ...effect, path: "sub/a", part: "the part" }]);
  });
});
