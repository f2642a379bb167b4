import { expect, it } from "vitest";
import { chosenFolder } from "./chosen-folder.ts";

const shop = { name: "app", root: "/w/shop/app" };
const site = { name: "site", root: "/w/site" };
const twin = { name: "app", root: "/w/other/app" };

it.each([
  ["the only one", [shop], undefined, null, shop],
  ["the only one, also where the file in front lies elsewhere", [shop], undefined, "/elsewhere", shop],
  ["the one of the file in front", [shop, site], undefined, site.root, site],
  ["what was named by its name, before the file in front", [shop, site], "site", shop.root, site],
  ["what was named by its path", [shop, twin], twin.root, null, twin],
])("chooses %s", (_, folders, named, active, folder) => {
  expect(chosenFolder(folders, named, active)).toEqual({ ok: true, folder });
});

it.each([
  ["no folder", [], undefined, null],
  ["several and no file in front", [shop, site], undefined, null],
  ["several and a file of none of them in front", [shop, site], undefined, "/elsewhere"],
  ["a name that nobody has", [shop], "nope", shop.root],
  ["a name that two have", [shop, twin], "app", shop.root],
  ["something that is no name", [shop], 7, null],
])("asks back at %s", (_, folders, named, active) => {
  expect(chosenFolder(folders, named, active).ok).toBe(false);
});
