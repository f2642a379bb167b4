import { expect, it } from "vitest";
import { hostNamed, hostNames, hosts } from "./hosts/hosts.ts";
import * as surface from "./index.ts";

it("offers these names and no others", () => {
  expect(Object.keys(surface).sort()).toEqual([
    "addTo",
    "agentName",
    "changedEntries",
    "gateServer",
    "gateTools",
    "gatedAnswer",
    "hostNamed",
    "hostNames",
    "hosts",
    "otherHooks",
    "removeFrom",
    "shownPlace",
    "silencesOf",
    "silencesOfShell",
    "switchedOff",
    "variablesIn",
    "watchedFiles",
  ]);
});

it("has a file for every host", () => {
  expect(hostNames.filter((name) => hostNamed(name) === undefined)).toEqual([]);
  expect(new Set(hosts.map(({ name }) => name)).size).toBe(hosts.length);
  expect(["", "claude", "Claude-Code", "constructor", "__proto__"].map(hostNamed)).toEqual(Array(5).fill(undefined));
});
