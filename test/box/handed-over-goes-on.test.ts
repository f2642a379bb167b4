/** A command whose host says that its call is over while it still runs: hosts wait only so long, and let it go on. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostStage, setHostStage } from "./hosts-stage.ts";

let host: HostStage;
beforeAll(async () => {
  host = await setHostStage();
  host.takes("INT-1");
  host.plain("git add -A; git commit -qm taken");
});
afterAll(() => host.clear());

const write = (path: string) => `require('fs').writeFileSync('${path}','x');`;
/** Writes, and once more when it is asked to end. */
const going = (name: string) =>
  `node -e "${write(`src/${name}-1.ts`)}process.on('SIGTERM',()=>{${write(`src/${name}-2.ts`)}${write(`docs/${name}.md`)}process.exit(0)});setInterval(()=>{},61003)"`;
const files = () => host.plain("git status --short");
const restore = () => host.plain("git checkout -q .; git clean -fdq -e .orchestration");
const recorded = (name: string) =>
  host
    .ledger()
    .flatMap(({ files }) =>
      files
        .filter((file) => file.relative_path.includes(`/${name}-`))
        .map((file) => [file.relative_path, file.conversations[0]?.contributor.entity_type]),
    )
    .toSorted();
const doubts = () =>
  host.decisions().filter(({ decision }) => /ran_unboxed|end_not_told|not_settled/.test(`${decision}`));

/** Its line is begun, and the host says that the call is over. */
function begun(name: string, failed = false) {
  const { line } = host.before(going(name), { id: name });
  const id = /ig-run ([0-9a-f]{32})/.exec(line ?? "")?.[1];
  const ticket = `${host.state}/tickets/${id}`;
  host.below(
    `( setsid bash -c '${(line ?? "").replaceAll("'", "'\\''")}'; echo "code $?" ) > ~/${name} 2>&1 < /dev/null & until ls ${host.state}/roots/*/runs/*/root-upper/src/${name}-1.ts >/dev/null 2>&1; do sleep 0.05; done`,
  );
  const told = host.after(line ?? "", { id: name, failed });
  const said = () => host.plain(`cat ~/${name}`);
  return {
    told,
    line: line ?? "",
    async end(signal: string) {
      host.plain(`kill -${signal} $(cut -d' ' -f1 ${ticket}/redeemed)`);
      await expect.poll(said, { timeout: 30_000 }).toMatch(/^code /m);
      return said();
    },
  };
}

const stop = () => host.hook("Stop", { hook_event_name: "Stop", stop_hook_active: false });

describe("a command that goes on when its call is over", () => {
  it("is judged when it ends, and recorded as the agent's with the next call", async () => {
    const { told, end } = begun("long");
    expect(told).toContain("This command goes on.");
    expect(files()).toBe("");
    const said = await end("TERM");
    expect(said).toContain("Kept back: docs/long.md");
    expect(said).toContain("code 0");
    expect(files()).toBe("?? src/long-1.ts\n?? src/long-2.ts\n");
    expect(recorded("long")).toEqual([]);
    host.bash("node -e 1");
    expect(recorded("long")).toEqual([
      ["src/long-1.ts", "AI"],
      ["src/long-2.ts", "AI"],
    ]);
    expect(doubts()).toEqual([]);
    restore();
  });

  it("stays whatever is told meanwhile: the same end again, other calls, the end of a turn; it is recorded with the next", async () => {
    const { line, end } = begun("stays", true);
    expect(host.after(line, { id: "stays", failed: true })).not.toContain("This command goes on.");
    host.bash("node -e 1");
    stop();
    expect(await end("TERM")).toContain("code 0");
    expect(files()).toBe("?? src/stays-1.ts\n?? src/stays-2.ts\n");
    stop();
    expect(recorded("stays")).toHaveLength(2);
    expect(doubts()).toEqual([]);
    expect(host.plain(`ls ${host.state}/tickets; ls ${host.state}/roots/*/runs`)).toBe("");
    restore();
  });

  it("leaves nothing where it is killed, and nothing is held against the host", async () => {
    const { end } = begun("killed");
    await end("KILL");
    stop();
    expect(files()).toBe("");
    expect([recorded("killed"), doubts()]).toEqual([[], []]);
    expect(host.plain(`ls ${host.state}/tickets`)).toBe("");
  });

  it.each([
    ["closed its intent", "closed", "intent complete INT-1", "intent reopen INT-1"],
    ["blocked it", "blocked", "intent block INT-1", "intent start INT-1"],
    [
      "narrowed its scope",
      "narrowed",
      "intent edit INT-1 --remove-scope 'src/**' --add-scope 'lib/**'",
      "intent edit INT-1 --remove-scope 'lib/**' --add-scope 'src/**'",
    ],
  ])("is kept back where a person %s meanwhile", async (_what, name, typed, back) => {
    const { end } = begun(name);
    host.typed(typed);
    expect(await end("TERM")).toMatch(/Kept back: src\/\S+, src\/\S+, docs\/\S+ are kept back/);
    stop();
    expect(host.plain("git status --short src docs")).toBe("");
    expect(recorded(name)).toEqual([]);
    host.typed(back);
    host.takes("INT-1");
    restore();
  });

  it("ends with its session where a person stops it", async () => {
    begun("stopped");
    expect(host.typed("stop claude-code:s1")).toMatch(/1 running command/);
    await expect.poll(() => host.plain("cat ~/stopped"), { timeout: 30_000 }).toMatch(/^code [1-9]/m);
    expect(files()).toBe("");
  });
});
