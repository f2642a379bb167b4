/** Where something else is mounted in the home folder or in the one for scratch: contained all the same. */
import { chmodSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Bind, canPose, own, type Stage, setStage } from "./stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
  stage.plain("mkdir -p src ~/.config/app ~/bin; echo a > src/a.ts; echo c > ~/.config/app/c; echo n > ~/note");
});
afterEach(() => stage.clear());

function mount(...places: (string | Bind)[]): void {
  for (const place of places) {
    const path = typeof place === "string" ? place : place.to;
    mkdirSync(path, { recursive: true });
    own(path);
  }
  stage.pose({}, places);
}

/** A folder that can be mounted at another place. */
function elsewhere(): string {
  const from = join(stage.home, "../from");
  mkdirSync(from);
  own(from);
  return from;
}

describe.skipIf(!canPose)("below the home folder", () => {
  it("a command reads what stands there, and writes nowhere but in the root", () => {
    mount(join(stage.home, "disk"));
    const said = stage.boxed({
      script: `cat ~/note ~/.config/app/c; ls -d ~/disk; echo b > src/a.ts; echo b > lib.ts
for place in ~ ~/.config ~/.config/app ~/bin ~/disk ~/disk/none; do (echo x > $place/planted) 2>/dev/null && echo wrote $place; done
echo x >> ~/note; echo x > ~/.bashrc; rm -r ~/.config/app; true`,
      scope: "^src/",
    });
    expect(said.ended).toEqual({ began: true, code: 0, isListed: true });
    expect(said.output.replaceAll(stage.home, "~")).toBe(
      "n\nc\n~/disk\nwrote ~\nwrote ~/.config\nwrote ~/.config/app\nwrote ~/bin\nwrote ~/disk\n",
    );
    expect(said.verdicts.sort()).toEqual([
      ["change", "src/a.ts", "applied", "in scope"],
      ["create", "lib.ts", "asked", "outside"],
    ]);
    expect(said.lost.sort()).toEqual([
      ".bashrc",
      ".config/app",
      ".config/planted",
      "bin/planted",
      "disk/planted",
      "note",
      "planted",
    ]);
    expect(
      stage.plain(
        "cat ~/note ~/.config/app/c src/a.ts; find ~ -path '*/over' -prune -o '(' -name planted -o -name .bashrc ')' -print",
      ),
    ).toBe("n\nc\nb\n");
  });

  it.each([
    ["mounts deep in a folder", ["deep/er/mnt", "deep/b/mnt"]],
    ["names with signs in them", ["a b\\c/m:n,o", "tab\there/line\nhere"]],
    ["a mount below what is hidden", [".ssh/mnt"]],
    ["a mount in a mount", ["disk", "disk/inner"]],
  ])("it is contained: %s", (_what, names) => {
    stage.plain(
      "mkdir -p ~/deep/er/b ~/.ssh ~/'a b\\c'/beside; head -c 300000 /dev/zero > ~/large; echo k > ~/.ssh/key; echo f > ~/deep/er/f",
    );
    if (names.includes("disk/inner")) {
      const from = elsewhere();
      mkdirSync(join(from, "inner"));
      mount({ from, to: join(stage.home, "disk") }, join(stage.home, "disk/inner"));
    } else mount(...names.map((name) => join(stage.home, name)));
    const said = stage.boxed({
      script:
        "cat ~/note ~/deep/er/f; ls -A ~/.ssh; stat -c %s ~/large; echo b > src/a.ts; echo x > ~/'a b\\c'/beside/x; echo x > ~/deep/er/b/x; echo x > ~/deep/er/x; (echo x > ~/large) 2> /dev/null; true",
    });
    expect(said.ended).toEqual({ began: true, code: 0, isListed: true });
    expect(said.output).toBe("n\nf\n300000\n");
    expect(said.verdicts).toEqual([["change", "src/a.ts", "applied", "in scope"]]);
    expect(said.lost.sort()).toEqual(["a b\\c/beside/x", "deep/er/b/x", "deep/er/x"]);
    expect(stage.plain("find ~ -path '*/over' -prune -o -name x -print; stat -c %s ~/large")).toBe("300000\n");
  });

  it("the root lies on what is mounted", () => {
    const [from, disk] = [elsewhere(), join(stage.home, "disk")];
    stage.plain(`mkdir ${from}/project; echo a > ${from}/project/a`);
    mount({ from, to: disk });
    const root = join(disk, "project");
    const script = "echo b > a; echo n > n; (echo x > ../beside) 2> /dev/null; ls ..";
    const said = stage.boxed({ script, root, cwd: root, scope: "^a$" });
    expect(said.verdicts.sort()).toEqual([
      ["change", "a", "applied", "in scope"],
      ["create", "n", "asked", "outside"],
    ]);
    expect(said.output).toBe("beside\nproject\n");
    expect(stage.plain("cat ~/disk/project/a; find ~/disk -type f")).toBe(`b\n${root}/a\n`);
  });

  it("and too much beside it: nothing runs, and what stands in the way is named", () => {
    stage.plain("cd; seq 1001 | xargs touch");
    const disk = join(stage.home, "disk");
    mount(disk);
    const said = stage.boxed({ script: "echo b > src/a.ts" });
    expect(said.ended).toEqual({ began: false, why: expect.stringContaining(disk) });
    expect(stage.plain("cat src/a.ts")).toBe("a\n");
  });

  it.each(["disk/s", "s"])("a socket answers nobody: %s", async (name) => {
    const from = elsewhere();
    mount({ from, to: join(stage.home, "disk") });
    const at = name === "s" ? join(stage.home, "s") : join(from, "s");
    const server = createServer((socket) => socket.end("hello"));
    try {
      await new Promise<void>((resolve) => void server.listen(at, () => resolve()));
      chmodSync(at, 0o777);
      const connect = `${process.execPath} -e 'require("net").connect(process.argv[1]).on("data",d=>console.log(""+d)).on("error",()=>console.log("no"))' ~/${name}`;
      const [plain, boxed] = await Promise.all([started(connect), driven(connect)]);
      expect([plain, boxed]).toEqual(["hello\n", "no\n"]);
    } finally {
      server.close();
    }
  });

  /** This process answers meanwhile, so it must not wait. */
  function started(script: string): Promise<string> {
    return told(stage.start(["bash", "-c", script]));
  }

  async function driven(script: string): Promise<string> {
    const said = await told(stage.begin({ script }));
    return (JSON.parse(said) as { output: string }).output;
  }

  function told(child: ReturnType<Stage["start"]>): Promise<string> {
    return new Promise((resolve) => {
      let text = "";
      child.stdout?.on("data", (bytes) => {
        text += bytes;
      });
      child.on("close", () => resolve(text));
    });
  }

  it("of the root, nothing runs, and what stands in the way is named", () => {
    const at = join(stage.root, "src/mnt");
    mount(at);
    expect(stage.boxed({ script: "echo x > src/a.ts" }).ended).toEqual({
      began: false,
      why: expect.stringContaining(at),
    });
    expect(stage.plain("cat src/a.ts")).toBe("a\n");
  });
});

describe.skipIf(!canPose)("below /tmp", () => {
  it("a repository there sees the programs beside it, new files come back, and others stay as they are", () => {
    const beside = join(stage.home, "..");
    stage.plain(`echo 'echo ran' > ${stage.home}/bin/program`);
    mount(join(beside, "mounted"));
    const name = `intentgate-scratch-${process.pid}`;
    const said = stage.boxed({
      script: `bash ~/bin/program; bash ${stage.home}/bin/program; ls -d ${beside}/driver.mjs ${beside}/mounted; echo t > /tmp/${name}; echo x > ${beside}/mounted/x; echo x > ${beside}/x; echo b > src/a.ts`,
      scope: "^src/",
    });
    expect(said.ended).toMatchObject({ began: true, code: 0, isListed: true });
    expect(said.output).toBe(`ran\nran\n${beside}/driver.mjs\n${beside}/mounted\n`);
    expect(said.scratch).toEqual([name]);
    expect(
      stage.plain(`cat src/a.ts /tmp/${name}; rm /tmp/${name}; find ${beside} -path '*/over' -prune -o -name x -print`),
    ).toBe("b\nt\n");
  });
});
