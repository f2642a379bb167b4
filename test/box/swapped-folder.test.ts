/** A held command exchanges a folder for a link while another command's files are brought into it. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { type GateStage, setGateStage } from "./gate-stage.ts";

let gate: GateStage;
beforeEach(async () => {
  // So many files may be deleted without a question here.
  gate = await setGateStage("limits: { delete_without_asking: 5000 }\n");
  gate.take("INT-1");
});
afterEach(() => gate.clear());

const hooks =
  "ls .git/hooks | grep -v sample | wc -l; cat .git/hooks/f* 2>/dev/null | md5sum; stat -c %a .git/hooks/f* 2>/dev/null | sort -u";
const files =
  "mkdir src/x; for n in $(seq 1500); do echo f > src/x/f$n; echo f > .git/hooks/f$n; done; git add src; git commit -qm x";

it.each([
  [
    "new files",
    "true",
    "mkdir src/x; for n in $(seq 1500); do echo x > src/x/g$n; done; echo x > src/x/post-commit; chmod +x src/x/*",
    "-e 'src/x/g1' || -e 'src/x/g10' || -e 'src/x/g700'",
  ],
  ["changes", files, "for n in $(seq 1500); do echo longer > src/x/f$n; done", "-e 'src/x/f1' && -s 'src/x/f1' > 5"],
  ["deletions", files, "rm src/x/f*", "! -e 'src/x/f1'"],
  ["permissions", files, "chmod 777 src/x/f*", "(stat('src/x/f1'))[2] & 0100"],
])("%s go to no folder that the link leads to", async (_what, before, does, isBegun) => {
  gate.plain(before);
  const stood = gate.plain(hooks);
  gate.plain(`cat > src/swap.pl <<'P'
open(U,">src/looking"); close U;
while (1) { if (${isBegun}) { rename("src/x","src/y"); symlink("../.git/hooks","src/x"); open(F,">src/swapped"); close F; sleep 30; exit } }
P
echo '${does}' > src/does.sh`);
  const held = gate.run("perl src/swap.pl &");
  expect(held.decision).toBe("allow");
  await until(() => gate.plain("ls src/looking 2>/dev/null; true") !== "");
  const said = gate.run("bash src/does.sh");
  expect(gate.plain("ls src/swapped; readlink src/x")).toBe("src/swapped\n../.git/hooks\n");
  expect(said.result?.stderr).toMatch(/^Kept back: /);
  expect(gate.plain(hooks)).toBe(stood);
  gate.plain(`${gate.program} box stop ${/as (\w+), until/.exec(held.result?.stdout ?? "")?.[1] ?? ""}`);
});
