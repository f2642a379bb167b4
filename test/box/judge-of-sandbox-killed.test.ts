/** Somebody is ended who judges what a command left in a sandbox of its host's: its call comes to its end all the same. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostStage, sandboxedCodex, setHostStage } from "./hosts-stage.ts";

let host: HostStage;
beforeAll(async () => {
  host = await setHostStage("", sandboxedCodex);
  host.takes("INT-1");
  host.plain(
    "printf 'echo in > src/in.ts; echo out > docs/out.md; echo said; exit 3' > run.sh; git add -A; git commit -qm run",
  );
});
afterAll(() => host.clear());

const status = () => host.plain("git status --short");
const restore = () => host.plain("git checkout -q .; git clean -fdq -e .orchestration -e .codex");

describe("somebody was ended who judged what it left", () => {
  const runs = "$HOME/.local/state/intentgate/roots/*/runs";
  const ran = (id: string) => {
    const line = host.before("sh run.sh", { id }).line ?? "";
    host.shell(line);
    return { line, ticket: `${host.state}/tickets/${/ig-run ([0-9a-f]{32})/.exec(line)?.[1]}` };
  };

  it.each<[string, string, string, string, string]>([
    [
      "half of it was copied",
      "half",
      `mkdir -p ${runs}/run-*/root-upper/src/half`,
      "Kept back: docs/out.md",
      "?? src/in.ts\n",
    ],
    [
      "all of it was looked at",
      "whole",
      `cp -r /tmp/intentgate-??????/upper/. ${runs}/run-*/root-upper; touch ${runs}/run-*/told-listed`,
      "Kept back: docs/out.md",
      "?? src/in.ts\n",
    ],
    ["its run is gone", "gone", `rm -rf ${runs}/run-*`, "its run is gone", ""],
  ])("where %s the call comes to its end", (_what, id, script, wanted, tree) => {
    const { line, ticket } = ran(id);
    host.plain(script);
    expect(host.after(line, { id })).toContain(wanted);
    expect(status()).toBe(tree);
    expect(host.plain(`ls -d ${ticket} 2>&1`)).toContain("No such file");
    restore();
  });

  it("at the end of a turn a call that cannot be told of keeps no other one open, and is told and on record", () => {
    const [spoilt, sound] = [ran("spoilt"), ran("sound")];
    host.plain(`cd ${spoilt.ticket}; cp order.json ~; sed -i 's|"root":"[^"]*"|"root":"/nowhere"|' order.json`);
    const said = host.hook("Stop", { session_id: "s1", hook_event_name: "Stop", stop_hook_active: false });
    expect(said).toContain("it stays open: no ticket of this id is known here");
    expect(status()).toBe("?? src/in.ts\n");
    expect([spoilt, sound].map(({ ticket }) => host.plain(`test -d ${ticket} && echo open; true`))).toEqual([
      "open\n",
      "",
    ]);
    expect(host.decisions().filter(({ decision }) => decision === "not_settled")).toHaveLength(1);
    host.plain(`cp ~/order.json ${spoilt.ticket}`);
    host.after(spoilt.line, { id: "spoilt" });
    restore();
  });
});
