/** A host that runs what it is given in a sandbox of its own, where the gate's state folder is closed. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostStage, sandboxedCodex, setHostStage } from "./hosts-stage.ts";

let host: HostStage;
beforeAll(async () => {
  host = await setHostStage("", sandboxedCodex);
  host.takes("INT-1");
  const add = (name: string, script: string) =>
    host.plain(`cat > ${name} <<'END'\n${script}\nEND\ngit add -A; git commit -qm '${name}'`);
  host.plain("mkdir -p 'docs/a b'; echo x > 'docs/a b/f,g'; echo top > top.md; ln -s top.md link.md; mkdir -p tools");
  add("run.sh", "echo in > src/in.ts; echo out > docs/out.md; echo said; exit 3");
  add("top.sh", "echo new > new.md; rm top.md; ln -sf src link.md; mkdir made; echo m > made/f");
  add(
    "deep.sh",
    "rm -r 'docs/a b'; mkdir 'docs/a b'; echo y > 'docs/a b/h'; rm src/a.ts; mkdir -p src/new/x; echo z > src/new/x/y",
  );
  add(
    "steer.sh",
    "echo x > .git/hooks/post-commit; echo x > .codex/config.toml; echo x > .orchestration/policy.yaml; echo x > ~/.bashrc; echo x > /tmp/scratch-$$; true",
  );
  add("look.sh", "ls -A /tmp ~/.local/state/intentgate; cat /proc/net/dev | wc -l; exit 0");
});
afterAll(() => host.clear());

const status = () => host.plain("git status --short");
const restore = () => host.plain("git checkout -q .; git clean -fdq -e .orchestration -e .codex");
const left = () => host.plain("ls -d /tmp/intentgate-??????/inside 2> /dev/null; true");

it("what was written for a call that nobody ended is gone a day later, in both places", () => {
  const line = host.before("sh run.sh", { id: "forgotten" }).line ?? "";
  const ticket = `${host.state}/tickets/${/ig-run ([0-9a-f]{32})/.exec(line)?.[1]}`;
  expect(left()).not.toBe("");
  host.plain(`touch -d '2 days ago' ${ticket}`);
  host.bash("sh look.sh");
  expect([left(), host.plain(`ls ${ticket} 2>&1`)]).toEqual(["", expect.stringContaining("No such file")]);
});

describe("a command that nobody can read", () => {
  it("runs without a question; what is in scope is there, the rest waits for a person, and the ledger has both", () => {
    const { line, code, out, err, told } = host.bash("sh run.sh");
    expect(line).toMatch(/\/ig-run [0-9a-f]{32} {2}# sh run\.sh$/);
    expect({ code, out, err }).toEqual({ code: 3, out: "said\n", err: "" });
    expect(told).toMatch(/Kept back: docs\/out\.md[^\n]*request_scope_expansion/);
    expect(status()).toBe("?? src/in.ts\n");
    const request = /request ([0-9a-f]{8})/.exec(told)?.[1] ?? "";
    expect(host.typed(`approvals approve ${request}`)).toContain("Kept");
    expect(host.plain("cat docs/out.md")).toBe("out\n");
    const rows = host
      .ledger()
      .flatMap(({ files, decision }) =>
        files.map((file) => [file.relative_path, file.conversations[0]?.contributor.entity_type, decision.approval]),
      );
    expect(rows).toEqual([
      ["src/in.ts", "AI", "none"],
      ["docs/out.md", "AI", expect.stringMatching(/^once:/)],
    ]);
    expect(left()).toBe("");
    restore();
  });

  it("runs without an intent too, and leaves nothing", () => {
    const { code, out, told } = host.bash("sh run.sh", { session: "none" });
    expect({ code, out }).toEqual({ code: 3, out: "said\n" });
    expect(told).toContain("Nothing of this run was kept (it changed 2 paths)");
    expect(status()).toBe("");
  });

  it("is told of all that it did at the top of the root, and below folders with odd names", () => {
    const top = host.bash("sh top.sh").told;
    for (const path of ["new.md", "top.md", "link.md", "made/f"]) expect(top).toContain(path);
    expect(status()).toBe("");
    const deep = host.bash("sh deep.sh").told;
    expect(deep).toContain("Kept back: docs/a b/f,g, docs/a b/h are kept back");
    expect(status()).toBe(" D src/a.ts\n?? src/new/\n");
    restore();
  });

  it("brings nothing that steers the gate, an agent, git or the person's shell", () => {
    const { err } = host.bash("sh steer.sh");
    expect(err.match(/Read-only file system/g)).toHaveLength(3);
    const steered =
      "cat .git/hooks/post-commit .codex/config.toml ~/.bashrc /tmp/scratch-* .orchestration/policy.yaml 2>&1 | grep -x x";
    expect(host.plain(steered)).toBe("");
    expect(status()).toBe("");
  });

  it("sees nothing of the gate's, and no network", () => {
    expect(host.bash("sh look.sh").out).toBe(
      `/tmp:\n${host.root.split("/")[2]}\n\n${host.home}/.local/state/intentgate:\n3\n`,
    );
  });

  it("only reads, and is shown what it read", () => {
    const { line, out } = host.bash("git log --oneline | wc -l; sort src/a.ts");
    expect(line).toContain("/ig-run ");
    expect(out).toMatch(/^\d+\na\n$/);
  });
});

describe("what cannot fit into a sandbox", () => {
  it("goes on there as without a box: it is asked about", () => {
    const { line, said } = host.before("node server.js &", { id: "held" });
    expect(line, said).toBeNull();
  });
});

describe("what lies in the folder of a run", () => {
  const begin = (id: string) => host.before("sh run.sh", { id }).line ?? "";
  const place = "$(ls -td /tmp/intentgate-??????/inside | head -1)/..";

  it("counts for nothing where its end is not told", () => {
    const line = begin("cut");
    host.plain(
      `mkdir -p ${place}/upper/src; echo forged > ${place}/upper/src/forged.ts; touch ${place}/seen ${place}/redeemed`,
    );
    expect(host.after(line, { id: "cut" })).toContain("Nothing of this command was kept: its end was not told");
    expect(status()).toBe("");
  });

  it("is judged like what any command wrote, whoever put it there", () => {
    const line = begin("forged");
    host.plain(
      `cd ${place}; mkdir -p upper/docs upper/.git/hooks upper/src; echo f > upper/docs/f.md; echo f > upper/.git/hooks/pre-commit; ln -s /etc upper/src/etc; touch seen redeemed ended whole`,
    );
    const told = host.after(line, { id: "forged" });
    expect(told).toContain("docs/f.md");
    expect(told).toContain("src/etc");
    expect(status()).toBe("");
    expect(host.plain("ls .git/hooks/pre-commit 2>&1")).toContain("No such file");
  });

  it.each([
    ["a link to another folder", "link", "ln -s $HOME/project upper"],
    ["a file", "file", "echo x > upper"],
    ["not there at all", "nothing", "true"],
  ])("counts for nothing where its layer is %s", (_what, id, script) => {
    const line = begin(id);
    host.plain(`cd ${place}; ${script}; touch seen redeemed ended whole`);
    expect(host.after(line, { id })).toContain("Nothing of this command was kept");
    expect(status()).toBe("");
  });

  it("takes nothing from where a link leads that has the place of its folder", () => {
    const line = begin("led");
    const ticket = /ig-run ([0-9a-f]{32})/.exec(line)?.[1];
    host.plain(
      `p=$(tr -d '\\0' < ~/.local/state/intentgate/tickets/${ticket}/place); mkdir -p ~/other/upper/src ~/other/closed; cp -r $p/. ~/other; rm -rf $p; ln -s ~/other $p; cd ~/other; echo p > upper/src/p.ts; chmod 500 closed; touch seen redeemed ended whole`,
    );
    expect(host.after(line, { id: "led" })).toContain("Nothing of this command was kept");
    expect(status()).toBe("");
    expect(host.plain("cat ~/other/upper/src/p.ts; stat -c %a ~/other/closed; rm -rf ~/other")).toBe("p\n500\n");
  });

  it("is not looked at where the command ran outside of a sandbox", () => {
    const line = begin("outside");
    host.plain(`cd ${place}; mkdir -p upper/src; echo f > upper/src/forged.ts; touch seen redeemed ended whole`);
    expect(host.below(`bash -c '${line}' 2>&1`)).toContain("Kept back: docs/out.md");
    expect(host.after(line, { id: "outside" })).not.toContain("forged");
    expect(status()).toBe("?? src/in.ts\n");
    restore();
  });
});

describe("a command that is dropped in a sandbox", () => {
  it("is seen, and asked from then on", () => {
    host.before("sh run.sh", { id: "dropped" });
    host.shell("sh run.sh");
    expect(host.after("sh run.sh", { id: "dropped" })).toContain("RAN_UNBOXED");
    expect(host.before("sh run.sh", { id: "next" }).line).toBeNull();
  });
});
