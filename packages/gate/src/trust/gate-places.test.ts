import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { gatePlaces } from "./gate-places.ts";

let base: string;
beforeEach(() => {
  base = tempFolder("places");
});

const at = (path: string) => join(base, path);

function file(path: string): string {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), "");
  return at(path);
}

function link(path: string, target: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  symlinkSync(target, at(path));
}

/** Below the scene's folder, spelled from there; what lies elsewhere is left out. */
const inScene = (paths: readonly string[]) =>
  paths.filter((path) => path.startsWith(`${base}/`)).map((path) => path.slice(base.length + 1));

function programs(named: string, ...folders: string[]): string[] {
  const PATH = folders.map((folder) => (folder.startsWith("/") ? folder : at(folder))).join(delimiter);
  return inScene(gatePlaces(at("state"), named, { PATH, HOME: at("home") }).programs);
}

describe("the program", () => {
  const installed = ["pkg/bin/intentgate.cjs", "pkg/bin", "pkg/dist"];

  it("is itself and what runs beside it, where no link leads to it", () => {
    expect(programs(file("pkg/bin/intentgate.cjs"), "bin", "none")).toEqual(installed);
  });

  it("includes the link on the search path that leads to it, wherever that lies", () => {
    const program = file("pkg/bin/intentgate.cjs");
    link("root/tools/intentgate", "../../pkg/bin/intentgate.cjs");
    expect(programs(program, "bin", "root/tools")).toEqual([...installed, "root/tools/intentgate"]);
  });

  it("includes every link of a chain, and linked folders on the way", () => {
    const program = file("pkg/bin/intentgate.cjs");
    link("bin/intentgate", "../root/lib/gate");
    link("root/lib/gate", "../../current/bin/intentgate.cjs");
    link("current", "pkg");
    expect(programs(program, "bin")).toEqual([...installed, "bin/intentgate", "root/lib/gate", "current"]);
  });

  it("includes the links of the name it was given by", () => {
    file("root/pkg/bin/intentgate.cjs");
    link("opt/gate", "../root/pkg");
    expect(programs(at("opt/gate/bin/intentgate.cjs"))).toEqual([
      "root/pkg/bin/intentgate.cjs",
      "root/pkg/bin",
      "root/pkg/dist",
      "opt/gate",
    ]);
  });

  it("includes a link in a folder of the search path that is itself a link, spelled as it really lies", () => {
    const program = file("pkg/bin/intentgate.cjs");
    link("root/tools/intentgate", "../../pkg/bin/intentgate.cjs");
    link("home/bin", "../root/tools");
    expect(programs(program, "home/bin")).toEqual([...installed, "home/bin", "root/tools/intentgate"]);
  });

  it.each([
    ["another program of that name", () => file("bin/intentgate")],
    ["a link that leads nowhere", () => link("bin/intentgate", "../gone")],
    ["a link in a circle", () => link("bin/intentgate", "intentgate")],
    ["a link to another program", () => link("bin/intentgate", "../other")],
    ["a folder", () => mkdirSync(at("bin/intentgate"), { recursive: true })],
  ])("does not include %s", (_, make) => {
    file("other");
    make();
    expect(programs(file("pkg/bin/intentgate.cjs"), "bin")).toEqual(installed);
  });

  it("is looked for in absolute folders of the search path only", () => {
    link("intentgate", "pkg/bin/intentgate.cjs");
    const here = gatePlaces(at("state"), file("pkg/bin/intentgate.cjs"), { PATH: `.${delimiter}`, HOME: at("home") });
    expect(inScene(here.programs)).toEqual(installed);
  });

  it("is what runs it alone, where nobody named it and this process is not it", () => {
    expect(gatePlaces(at("state"), null, { PATH: "", HOME: at("home") }).programs).toEqual([process.execPath]);
    expect(gatePlaces(at("state"), at("gone"), { PATH: "", HOME: at("home") }).programs).toEqual([process.execPath]);
  });
});

describe("the state folders", () => {
  const dirs = (env: NodeJS.ProcessEnv) => gatePlaces(at("state"), null, env).stateDirs;

  it("are the chosen one, the one of the environment, and those of every home of this user", () => {
    const found = dirs({ HOME: at("home"), XDG_STATE_HOME: at("xdg") });
    expect(inScene(found)).toEqual(["state", "xdg/intentgate", "home/.local/state/intentgate"]);
    expect(found).toContain(join(userInfo().homedir, ".local", "state", "intentgate"));
  });

  it("count where they really lie too", () => {
    mkdirSync(at("root/kept"), { recursive: true });
    link("home/.local/state/intentgate", "../../../root/kept");
    mkdirSync(at("elsewhere/intentgate"), { recursive: true });
    link("xdg", "elsewhere");
    const found = inScene(dirs({ HOME: at("home"), XDG_STATE_HOME: at("xdg") }));
    expect(found).toEqual(expect.arrayContaining(["root/kept", "elsewhere/intentgate", "xdg/intentgate"]));
  });
});
