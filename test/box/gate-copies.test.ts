/** Commands of an agent through the gate where no layers can be laid: what nobody can read works on copies. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Random } from "../shell/random.ts";
import { searchRuns } from "../support/search-runs.ts";
import { type GateStage, setGateStage } from "./gate-stage.ts";
import { type HostStage, setHostStage, withoutLayers } from "./hosts-stage.ts";
import { canPose, noLayers } from "./stage.ts";

let gate: GateStage;
beforeAll(async () => {
  gate = await setGateStage();
  gate.plain("mkdir lib; echo l > lib/l.ts; echo n > lib/n.md; git add -A; git commit -qm lib");
  gate.typed("intent new INT-2 --name Files --scope 'lib/*.ts'");
  gate.plain("git add -A; git commit -qm intents");
  if (canPose) gate.pose(noLayers);
  gate.take("INT-1");
});
afterAll(() => gate.clear());
beforeEach(() => {
  gate.plain("git stash -qu; git stash drop -q; git clean -fdxq -e .orchestration");
});

/** A script that nobody reads beforehand; git ignores where it lies. */
function made(script: string): string {
  gate.plain(`mkdir -p dist; cat > dist/t.sh <<'END'\n${script}\nEND`);
  return "bash dist/t.sh";
}
const status = () => gate.plain("git status --porcelain -uall");
const tree = () =>
  gate.plain(
    "find . -path ./.orchestration -prune -o -path ./.git -prune -o -path ./dist -prune -o -type f -print | sort | xargs sha256sum",
  );

describe.skipIf(!canPose)("where no layers can be laid", () => {
  it("contains what only reads", () => {
    const said = gate.run("git log --oneline | wc -l");
    expect(said).toMatchObject({ decision: "allow", result: { exit_code: 0, stdout: "3\n", stderr: "" } });
    // A program of the session's own that answers only outside of the box.
    const asked = gate.run("git -C /proc/1/root log --oneline");
    expect(asked.result?.exit_code).not.toBe(0);
  });

  it("applies what it did in scope, without a question, and records exactly that", () => {
    const before = gate.ledger().length;
    const said = gate.run(made("echo bb > src/a.ts; echo fresh > src/new.ts; echo o > dist/out.js"));
    expect(said).toMatchObject({ decision: "allow", result: { exit_code: 0, stderr: "" } });
    expect(gate.plain("cat src/a.ts src/new.ts dist/out.js")).toBe("bb\nfresh\no\n");
    const [record, ...more] = gate.ledger().slice(before);
    expect(more).toEqual([]);
    expect(record?.files.map(({ relative_path, change }) => [relative_path, change]).sort()).toEqual([
      ["src/a.ts", "modified"],
      ["src/new.ts", "created"],
    ]);
    expect(record?.decision).toMatchObject({ id: said.invocation_id, outcome: "OK" });
    expect(record?.files[0]?.conversations[0]?.contributor.entity_type).toBe("AI");
  });

  it("lets it write nothing elsewhere, and says why", () => {
    const before = tree();
    const said = gate.run(made("echo x > docs/d.md"));
    expect(said.result?.exit_code).not.toBe(0);
    expect(said.result?.stderr).toMatch(/Read-only file system[\s\S]*This command worked on copies/);
    expect(tree()).toBe(before);
  });

  it.each([
    [
      "settings of an agent",
      "mkdir -p .claude src/.claude; echo x | tee .claude/settings.json src/.claude/settings.json",
    ],
    ["rules of git", "echo '*' > src/.gitignore; echo x > .gitattributes"],
    [
      "a hook of git",
      "echo x > .git/hooks/pre-commit || true; mkdir -p src/.git/hooks; echo x > src/.git/hooks/pre-commit",
    ],
    [
      "the gate's own files",
      "echo x > .orchestration/policy.yaml || true; mkdir src/.orchestration; echo x > src/.orchestration/policy.yaml",
    ],
  ])("brings nothing that steers: %s", (_what, script) => {
    const [before, control] = [tree(), gate.plain("ls -A .git/hooks; cat .orchestration/policy.yaml")];
    expect(gate.run(made(script)).result?.stderr).toContain("never count");
    expect(tree()).toBe(before);
    expect(gate.plain("ls -A .git/hooks; cat .orchestration/policy.yaml")).toBe(control);
  });

  it("keeps back what it changed in the root beside the scope, until a person says yes", () => {
    const said = gate.run(made("echo x > made.txt; echo y > src/y.ts"));
    const request = /request ([0-9a-f]{8})/.exec(said.result?.stderr ?? "")?.[1] ?? "";
    expect(status()).toBe("?? src/y.ts\n");
    expect(gate.typed(`approvals approve ${request}`)).toContain("Kept");
    expect(gate.plain("cat made.txt")).toBe("x\n");
  });

  it("judges a scope that names files file by file", () => {
    gate.take("INT-2", "files");
    const said = gate.run(made("echo x > lib/l.ts; echo x > lib/n.md; echo x > lib/new.ts"), "files");
    expect(said.result?.stderr).toMatch(/^Kept back: lib\/n\.md is kept back/);
    expect(gate.plain("cat lib/l.ts lib/n.md lib/new.ts")).toBe("x\nn\nx\n");
  });

  it.each([
    ["without an intent", "npm test", "none"],
    ["what goes on", "npm test &", "s1"],
    ["a server", "npx vite", "s1"],
    ["with what changes git", "npm test && git commit -qam x --allow-empty", "s1"],
    ["a write that was read, where it would be read-only", "npm test > docs/new", "s1"],
    ["what would not be there", "sh ~/.bashrc", "s1"],
  ])("does not run by itself: %s", (_what, command, session) => {
    gate.plain("echo true > ~/.bashrc");
    const said = gate.run(command, session);
    expect(said.decision).toBe("deny");
    expect(status()).toBe("");
  });

  it("asks where there is too much to be copied", () => {
    gate.plain("truncate -s 201M src/large");
    const said = gate.run(made("echo x > src/x"));
    expect(said).toMatchObject({ decision: "deny", code: "NO_ANSWER" });
    expect(status()).toBe("?? src/large\n");
  });

  it("says so in doctor", () => {
    expect(gate.plain(`${gate.program} doctor`)).toMatch(
      /only what reads, and on copies of folders what cannot be read, can be contained here \(bubblewrap [\d.]+\): namespaces are forbidden here/,
    );
  });

  it("leaves nothing of it when the gate is killed while it runs, and goes on", () => {
    const before = tree();
    const asked = JSON.stringify({
      ...{ tool: "execute_command", session: "s1", model: "m" },
      input: { command: made("echo x > src/a.ts; echo x > src/x; until [ -e /nowhere ]; do :; done") },
    });
    gate.plain(`
      cat > ~/asked <<'END'\n${asked}\nEND
      ${gate.program} call < ~/asked > /dev/null 2>&1 & gate=$!
      until ls ~/.local/state/intentgate/*/runs/*/root-upper/src/x ~/.local/state/intentgate/*/*/runs/*/root-upper/src/x 2> /dev/null | grep -q . || ! kill -0 $gate 2> /dev/null; do sleep 0.02; done
      kill -9 $gate; wait $gate; true`);
    expect(tree()).toBe(before);
    expect(gate.run(made("echo y > src/y.ts")).result?.exit_code).toBe(0);
    expect(status()).toBe("?? src/y.ts\n");
    expect(gate.plain("find ~/.local/state/intentgate -path '*/runs/run-*' -maxdepth 4 | wc -l")).toBe("0\n");
  });

  it("is on record and can be undone where the gate is killed while it brings it into the tree", () => {
    gate.plain("for n in {100..399}; do echo old > src/f$n.ts; done; git add -A; git commit -qm files");
    const before = tree();
    const command = made("for one in src/f*.ts; do rm $one; echo new > $one; done");
    const asked = JSON.stringify({ tool: "execute_command", input: { command }, session: "s1", model: "m" });
    gate.plain(`
      cat > ~/asked <<'END'\n${asked}\nEND
      ${gate.program} call < ~/asked > /dev/null 2>&1 & gate=$!
      until grep -lq new src/f*.ts 2> /dev/null || ! kill -0 $gate 2> /dev/null; do :; done
      kill -9 $gate; wait $gate; true`);
    gate.run("ls");
    expect(gate.plain("cat src/f*.ts | sort | uniq -c")).toMatch(/^ *300 new\n$/);
    // Nobody saw who wrote last, so a person says yes at the terminal.
    gate.plain(`while sleep 0.3; do echo y; done | script -qec '${gate.program} undo --last' /dev/null`);
    expect(tree()).toBe(before);
  });

  const names = ["a", "a/f", "a/b", "a/b/g", "c", "c/h", "i", "n", "c/n", "m/o"].map((name) => `src/${name}`);
  const first =
    "chmod -R u+rwX src; rm -rf src; mkdir -p src/a/b src/c src/e; echo 1 > src/a/f; echo 2 > src/a/b/g; echo 3 > src/c/h; ln -s f src/a/l; echo 4 > src/i; chmod 755 src/c/h; chmod 750 src/e; echo a > src/a.ts; git add -A; git commit -qm first --allow-empty";
  const picture =
    "find src -mindepth 1 -printf '%y %m %p %l\\n' | sort; find src -type f | sort | xargs -d '\\n' -r sha256sum";
  function line(random: Random): string {
    const [one, two] = [random.pick(names), random.pick(names)];
    return random.pick([
      `echo ${random.below(3)} > ${one}`,
      `rm -rf ${one}`,
      `mkdir -p ${one}`,
      `mv ${one} ${two}`,
      `[ -f ${one} ] && chmod ${random.pick(["600", "755", "444"])} ${one}`,
      `sed -i s/1/9/ ${one}`,
      `rm -rf ${one}; mkdir ${one}; echo new > ${one}/x`,
    ]);
  }
  it("is undone to the byte, whatever it did", { timeout: 1_200_000 }, () => {
    const seed = Number(process.env.INTENTGATE_TEST_SEED ?? 1);
    for (let run = 0; run < searchRuns(12); run += 1) {
      const random = new Random(seed + run);
      const script = [...Array.from({ length: 1 + random.below(6) }, () => line(random)), "echo ran > src/ran"].join(
        "\n",
      );
      gate.plain(first);
      const before = gate.plain(picture);
      const ran = gate.run(made(script));
      expect(gate.plain("cat src/ran"), ran.result?.stderr).toBe("ran\n");
      const said = gate.typed("undo --last --yes");
      expect(gate.plain(picture), `seed ${seed + run}: ${script}\n${said}`).toBe(before);
    }
  });
});

describe.skipIf(!canPose)("where the policy wants everything contained, and no layers can be laid", () => {
  let strict: GateStage;
  beforeAll(async () => {
    strict = await setGateStage("containment:\n  mode: required\n");
    strict.pose(noLayers);
    strict.take("INT-1");
  });
  afterAll(() => strict.clear());

  it.each(["npm run made", "echo x > src/b.ts", "sed -i s/a/b/ src/a.ts"])("runs on copies: %s", (command) => {
    expect(strict.run(command)).toMatchObject({ decision: "allow" });
  });
  it.each(["git add -A", "npm ci", "sleep 9 && npm test &", "curl https://example.org"])("refuses: %s", (command) => {
    expect(strict.run(command)).toMatchObject({ decision: "deny", code: "NOT_CONTAINED" });
  });
});

describe.skipIf(!canPose)("a host's own command, where no layers can be laid", () => {
  let host: HostStage;
  beforeAll(async () => {
    host = await setHostStage("", withoutLayers);
    host.takes("INT-1");
    host.plain(
      "printf 'echo in > src/in.ts; echo out > made.txt; echo said; exit 3' > run.sh; git add -A; git commit -qm run",
    );
  });
  afterAll(() => host.clear());

  it("is handed to it as a line that runs it on copies", () => {
    const { line, code, out, err } = host.bash("sh run.sh");
    expect(line).toMatch(/\/ig-run [0-9a-f]{32} {2}# sh run\.sh$/);
    expect({ code, out }).toEqual({ code: 3, out: "said\n" });
    expect(err).toMatch(/Kept back: made\.txt[^\n]*\n/);
    expect(host.plain("git status --short")).toBe("?? src/in.ts\n");
    const files = host.ledger().flatMap((row) => row.files.map((file) => file.relative_path));
    expect(files).toEqual(["src/in.ts"]);
  });

  it.each(["cat run.sh | sort", "git commit -qm more --allow-empty", "echo x > src/x.ts"])(
    "is left as it is where it was read: %s",
    (command) => expect(host.before(command).line ?? command).toBe(command),
  );

  it("is judged by what a person says when it ends, not when it began", async () => {
    host.plain("git clean -fdq src");
    const { line } = host.before(
      "node -e \"require('fs').writeFileSync('src/one.ts','x');setInterval(()=>{},61003);process.on('SIGTERM',()=>process.exit(0))\"",
      { id: "narrowed" },
    );
    const quoted = (line ?? "").replaceAll("'", "'\\''");
    host.below(
      `( bash -c '${quoted}'; echo "code $?" ) > ~/said 2>&1 < /dev/null & until ls ${host.state}/roots/*/runs/*/root-upper/src/one.ts > /dev/null 2>&1 || ! kill -0 $!; do sleep 0.05; done`,
    );
    host.typed("intent edit INT-1 --remove-scope 'src/**' --add-scope 'lib/**'");
    host.plain(`kill -TERM $(cut -d' ' -f1 ${host.state}/tickets/*/redeemed)`);
    await expect.poll(() => host.plain("cat ~/said"), { timeout: 30_000 }).toMatch(/^code /m);
    expect(host.plain("cat ~/said")).toMatch(/Kept back: src\/one\.ts/);
    expect(host.plain("git status --short src")).toBe("");
  });

  it("is on record as a whole where it was killed while what it did was brought into the tree", () => {
    host.typed("intent edit INT-1 --remove-scope 'lib/**' --add-scope 'src/**'");
    host.plain("for n in {100..399}; do echo old > src/f$n.ts; done; git add -A; git commit -qm files");
    host.takes("INT-1");
    const command = `node -e "const f=require('fs');for(const n of f.readdirSync('src'))if(/^f/.test(n))f.writeFileSync('src/'+n,'new\\n')"`;
    const { line } = host.before(command, { id: "killed" });
    const quoted = (line ?? "").replaceAll("'", "'\\''");
    host.below(`bash -c '${quoted}' > ~/out 2>&1 < /dev/null & line=$!
      until grep -lq new src/f*.ts || ! kill -0 $line; do :; done
      kill -9 $line; wait $line; true`);
    host.after(command, { id: "killed", failed: true });
    expect(host.plain("cat src/f*.ts | sort | uniq -c")).toMatch(/^ *300 new\n$/);
    expect(JSON.parse(host.plain("tail -n 1 .orchestration/agent_trace.jsonl")).files).toHaveLength(300);
  });
});
