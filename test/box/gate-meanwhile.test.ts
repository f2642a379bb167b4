/** Through the gate: two sessions, a person at a question, and a request that can no longer be kept. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type GateStage, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
beforeEach(async () => {
  gate = await setGateStage();
  gate.take("INT-1");
});
afterEach(() => gate.clear());

it("keeps the work of the later of two sessions back, where both changed one file and ended at once", () => {
  gate.take("INT-1", "s2");
  for (let round = 0; round < 3; round += 1) {
    gate.plain("echo base > src/a.ts; git add -A; git commit -qm base --allow-empty");
    const order = (session: string) => {
      // The same file all the time: a layer does not see one that comes.
      const told = "require('fs').readFileSync(process.env.HOME+'/told','utf8').includes('now')";
      const command = `node -e "const t=setInterval(()=>{if(${told}){clearInterval(t);require('fs').writeFileSync('src/'+'a.ts','${session}')}},5)"`;
      return JSON.stringify({ tool: "execute_command", input: { command }, session, model: "m" });
    };
    gate.plain(
      `cat > ~/o1 <<'E'\n${order("s1")}\nE\ncat > ~/o2 <<'E'\n${order("s2")}\nE\necho wait > ~/told
      ${gate.program} call < ~/o1 > ~/r1 2>&1 & ${gate.program} call < ~/o2 > ~/r2 2>&1 &
      for n in $(seq 600); do [ $(find ~/.local/state/intentgate -path '*/inside/begun' | wc -l) -eq 2 ] && break; sleep 0.1; done
      echo now > ~/told; wait`,
    );
    const replies = [gate.plain("cat ~/r1"), gate.plain("cat ~/r2")];
    const held = replies.map((reply) => reply.includes("Kept back: src/a.ts"));
    expect(held.filter(Boolean), replies.join("\n")).toHaveLength(1);
    expect(gate.plain("cat src/a.ts")).toBe(held[0] ? "s2" : "s1");
    // Each change is on record for whoever made it: an agent in each round, and between them a person.
    const tools = gate
      .ledger()
      .filter(({ files }) => files.some((file) => file.relative_path === "src/a.ts"))
      .map(({ decision }) => decision.tool);
    expect(tools.filter((tool) => tool !== "between_calls")).toEqual(Array(round + 1).fill("execute_command"));
    expect(tools.length - (round + 1)).toBeLessThanOrEqual(round);
  }
});

describe("at the question of intentgate box", () => {
  /** Edits while the question stands, then answers both questions. */
  const boxed = (edit: string, answers: string) =>
    gate.plain(
      `: > ~/log; (for n in $(seq 200); do grep -aq Keep ~/log && break; sleep 0.1; done; ${edit}; echo y; for n in $(seq 200); do grep -aq "changed it meanwhile" ~/log && break; sleep 0.1; done; ${answers}; for n in $(seq 200); do grep -aq "Script done" ~/log && break; sleep 0.1; done) | script -qefc '${gate.program} box -- "echo boxed > src/a.ts; echo boxed > src/b.ts"' ~/log > /dev/null; cat ~/log`,
    );

  it("asks again about what was edited meanwhile, and leaves it after a no", () => {
    const said = boxed("echo person > src/a.ts", "echo n");
    expect(said).toContain("Somebody changed it meanwhile: src/a.ts");
    expect(gate.plain("cat src/a.ts src/b.ts")).toBe("person\nboxed\n");
  });

  it("goes over it after a second yes only", () => {
    const said = boxed("echo person > src/b.ts", "echo y");
    expect(said).toContain("Keep what the command left instead: src/b.ts?");
    expect(gate.plain("cat src/a.ts src/b.ts")).toBe("boxed\nboxed\n");
  });
});

describe("a request that can no longer be kept", () => {
  function leaveOutside(name: string): string {
    gate.plain(`echo 'echo x > docs/${name}' > src/t.sh`);
    return /request ([0-9a-f]{8})/.exec(gate.run("bash src/t.sh").result?.stderr ?? "")?.[1] ?? "";
  }
  const kept = "~/.local/state/intentgate/roots/*/kept-changes";
  const isAsEver = () => {
    expect(gate.run("ls src").result?.exit_code).toBe(0);
    expect(gate.call("write_to_file", { path: "src/zz.ts", content: "x" }).decision).toBe("allow");
  };

  it("is gone with a sentence where another folder stands in the place of the root", () => {
    const id = leaveOutside("new.md");
    gate.plain("cd ~; mv project old; cp -a old project");
    expect(gate.typed(`approvals approve ${id}`)).toContain("another folder stands there now");
    expect(gate.plain(`ls docs; ls ${kept}`)).toBe("d.md\n");
    isAsEver();
  });

  it.each([
    ["was cut", "truncate -s 20 $k/kept.json"],
    ["is empty", ": > $k/kept.json"],
    ["is gone", "rm $k/kept.json"],
    ["is a folder", "rm $k/kept.json; mkdir $k/kept.json"],
    ["lost its layer", "rm -r $k/root-upper"],
  ])("keeps nothing else from its answer where it %s", (_what, damage) => {
    const bad = leaveOutside("bad.md");
    gate.plain(`k=$(echo ${kept}/${bad}*); ${damage}`);
    const good = leaveOutside("good.md");
    gate.typed(`approvals approve ${bad}`);
    expect(gate.typed(`approvals approve ${good}`)).toContain("Kept");
    expect(gate.plain("ls docs")).toBe("d.md\ngood.md\n");
    isAsEver();
  });

  it("is kept once, and says so, where the scope cannot be changed", () => {
    const id = leaveOutside("owned.md");
    gate.plain("echo 'active_intents: [' > .orchestration/active_intents.yaml");
    const records = gate.ledger().length;
    gate.typed(`approvals approve ${id} --add-to-scope`);
    gate.run("ls src");
    gate.run("ls src");
    expect(gate.plain("cat docs/owned.md")).toBe("x\n");
    expect(gate.ledger().length).toBe(records + 1);
  });
});
