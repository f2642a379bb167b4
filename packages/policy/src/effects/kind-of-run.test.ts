import type { KindOfRun, Reach } from "@intentgate/engine";
import { createFileFacts } from "@intentgate/world";
import { describe, expect, it } from "vitest";
import { defaultPolicy, type Policy } from "../policy-file/policy.ts";
import { createEffectsOf } from "./effects-of.ts";
import { kindOfRun, type Machine } from "./kind-of-run.ts";

const ROOT = "/";
const exempt = { run: "./deploy.sh", args: "none" as const, writes: [], contain: false, network: [], variables: [] };
const declared = {
  run: "make check",
  args: "none" as const,
  writes: ["out/**"],
  contain: true,
  network: [],
  variables: [],
};

interface Around {
  hasIntent?: boolean;
  mode?: Policy["containment"]["mode"];
  machine?: Machine;
  reach?: Reach | null;
  isBehind?: boolean;
}

/** As `read-only`, `rehearsed scope`, `uncontained`. */
function kindOf(command: string, around: Around = {}): string {
  const found = whole(command, around);
  return found.kind === "rehearsed" ? `rehearsed ${found.keeps}` : found.kind;
}

function whole(command: string, around: Around): KindOfRun {
  const { hasIntent = true, mode = "on", machine = { can: true }, reach = null, isBehind = false } = around;
  const policy = { ...defaultPolicy, commands: [exempt, declared] };
  const parts = { facts: createFileFacts(), policy: () => policy, isControlName: () => false, root: ROOT };
  const call = createEffectsOf(parts)("execute_command", { command }, ROOT);
  return kindOfRun({ ...call, hasIntent, mode, machine, reach, isBehind });
}

const RUNS_OVER = "rehearsed scope";

describe("under an intent, where commands can be contained", () => {
  it.each([
    // Programs that have no way to write.
    ["ls", "plain"],
    ["cat package.json", "plain"],
    ["git status --short", "plain"],
    ["grep -n x a | head -5", "plain"],
    // What was read as SAFE is held to it.
    ["jq . package.json", "read-only"],
    ["sort a b", "read-only"],
    ["awk '{print $1}' a", "read-only"],
    ["sleep 5 &", "read-only"],
    // Everything else that this machine can do alone.
    ["npm test", RUNS_OVER],
    ["npm run build", RUNS_OVER],
    ["./script.sh", RUNS_OVER],
    ["node -e 1", RUNS_OVER],
    ["python3 a.py", RUNS_OVER],
    ["make check", RUNS_OVER],
    ["sed -i s/a/b/ src/a.ts", RUNS_OVER],
    ["echo x > src/a.ts", RUNS_OVER],
    ["git commit -m x", RUNS_OVER],
    ["git rebase main", RUNS_OVER],
    ["a && b || c; d | e", RUNS_OVER],
    ["node a.js 2>&1 | tee log", RUNS_OVER],
    ["node a.js &> log", RUNS_OVER],
    ["node -e 'a & b'", RUNS_OVER],
    ['node -e "a & b"', RUNS_OVER],
    ["node a\\&b.js", RUNS_OVER],
    ["npm run push", RUNS_OVER],
    ["echo ssh > a", RUNS_OVER],
    // The network, keys, a daemon, another user, another machine.
    ["curl https://example.org", "uncontained"],
    ["curl -o a https://example.org", "uncontained"],
    ["git fetch", "uncontained"],
    ["git push", "uncontained"],
    ["git -C sub push", "uncontained"],
    ["./git push", "uncontained"],
    ["git clone https://example.org/a", "uncontained"],
    ["gh pr list", "uncontained"],
    ["npm view left-pad", "uncontained"],
    ["npm install", "uncontained"],
    ["npm ci", "uncontained"],
    ["npm --silent install", "uncontained"],
    ["pip install x", "uncontained"],
    ["npm publish", "uncontained"],
    ["docker ps", "uncontained"],
    ["docker run x", "uncontained"],
    ["/usr/bin/docker run x", "uncontained"],
    ["kubectl get pods", "uncontained"],
    ["ssh host ls", "uncontained"],
    ["sudo make install", "uncontained"],
    ["npm test && git push", "uncontained"],
    ["intentgate status", "uncontained"],
    // Addresses of the session's own network.
    ["curl http://localhost:3000/a", "read-only"],
    ["curl -s 127.0.0.1:80", "read-only"],
    ["wget -qO- http://[::1]:8080/", "read-only"],
    ["curl -s localhost:3000 | jq .", "read-only"],
    ["curl -X POST -d x localhost:3000", RUNS_OVER],
    ["curl -o a http://localhost:3000", RUNS_OVER],
    ["curl http://localhost.example.org", "uncontained"],
    ["curl http://localhost@example.org", "uncontained"],
    ["curl http://127.0.0.1.example.org", "uncontained"],
    ["curl http://example.org/localhost", "uncontained"],
    ["curl localhost:3000 https://example.org", "uncontained"],
    // What goes on when the line is over, all of it.
    ["npm run dev &", "held"],
    ["node a.js&", "held"],
    ["cd sub && node a.js &", "held"],
    ["node a.js 2>&1 | tee src/log &", "held"],
    ["nohup node a.js", "held"],
    ["nohup node a.js > /tmp/log 2>&1 &", "held"],
    ["setsid node a.js", "held"],
    ["setsid -f nohup node a.js &", "held"],
    ["npm run dev", "held"],
    ["npx vite --port 3000", "held"],
    ["python3 -m http.server 8000", "held"],
    ["tsc --noEmit --watch", "held"],
    // Not known to stay, or not alone.
    ["npm start", RUNS_OVER],
    ["npm run develop", RUNS_OVER],
    ["vite build", RUNS_OVER],
    ["npm run dev | head", RUNS_OVER],
    ["timeout 5 npm run dev", RUNS_OVER],
    ["echo --watch > a", RUNS_OVER],
    // A part of it, and more.
    ["node a.js & node b.js", "refused"],
    ["node a.js & sleep 1; curl localhost:3000", "refused"],
    ["node a.js & disown", "refused"],
    ["node a.js & node b.js &", "refused"],
    ["node b.js; node a.js &", "refused"],
    ["git push & git status", "uncontained"],
    // Not clear which.
    ["(node a.js &)", "uncontained"],
    ["nohup node a.js && node b.js", "uncontained"],
    ["daemonize /bin/a", "uncontained"],
    ["node b.js\nnode a.js &", "uncontained"],
    ["cat > a <<'E'\na & b\nE", "uncontained"],
    ["node a.js # and & more", "uncontained"],
    // A person said so.
    ["./deploy.sh", "uncontained"],
    ["./deploy.sh now", RUNS_OVER],
    ["./deploy.sh && node a.js", RUNS_OVER],
    ["cd sub && ./deploy.sh", RUNS_OVER],
  ])("%s: %s", (command, kind) => expect(kindOf(command)).toBe(kind));
});

describe("without an intent", () => {
  const hasIntent = false;
  it.each([
    ["ls", "plain"],
    ["jq . package.json", "read-only"],
    ["npm test", "rehearsed nothing"],
    ["./script.sh", "rehearsed nothing"],
    ["make check", "rehearsed nothing"],
    ["node -e 1 | sort", "rehearsed nothing"],
    // Known to change something: it is refused, not thrown away.
    ["echo x > a", RUNS_OVER],
    ["node a.js > out.txt", RUNS_OVER],
    ["rm a", RUNS_OVER],
    ["mv a b", RUNS_OVER],
    ["sed -i s/a/b/ a", RUNS_OVER],
    ["git commit -m x", RUNS_OVER],
    ["git reset --hard", RUNS_OVER],
    ["docker run x", "uncontained"],
    ["npm run dev &", "uncontained"],
    ["npm run dev", "rehearsed nothing"],
    ["node a.js & node b.js", "uncontained"],
    ["curl localhost:3000", "read-only"],
  ])("%s: %s", (command, kind) => expect(kindOf(command, { hasIntent })).toBe(kind));
});

describe("where it is otherwise", () => {
  const machine: Machine = { can: false, why: "bubblewrap is not installed" };
  it.each<[string, Around, string]>([
    ["npm test", { machine }, "uncontained"],
    ["jq . package.json", { machine }, "uncontained"],
    ["npm test", { machine, hasIntent: false }, "uncontained"],
    ["ls", { machine }, "plain"],
    ["npm test", { mode: "off" }, "uncontained"],
    ["npm test", { mode: "off", hasIntent: false }, "uncontained"],
    ["ls", { mode: "off" }, "plain"],
    ["npm test", { mode: "required" }, RUNS_OVER],
    ["jq . package.json", { mode: "required" }, "read-only"],
    ["ls", { mode: "required", machine }, "plain"],
    ["npm test", { mode: "required", machine }, "refused"],
    ["jq . package.json", { mode: "required", machine }, "refused"],
    ["git push", { mode: "required" }, "refused"],
    ["curl https://example.org", { mode: "required" }, "refused"],
    ["npm run dev &", { mode: "required" }, "held"],
    ["npm run dev &", { mode: "required", hasIntent: false }, "refused"],
    ["npm run dev &", { machine }, "uncontained"],
    ["node a.js & node b.js", { machine }, "uncontained"],
    ["node a.js & node b.js", { mode: "off" }, "uncontained"],
    ["curl localhost:3000", { machine }, "uncontained"],
    ["./deploy.sh", { mode: "required", machine }, "uncontained"],
  ])("%s with %j: %s", (command, around, kind) => expect(kindOf(command, around)).toBe(kind));

  const copies: Machine = { can: "copies", why: "layers cannot be laid" };
  const reach: Reach = { hosts: ["registry.npmjs.org"], unanswered: [], install: null };
  it.each<[string, Around, string]>([
    ["jq . package.json", {}, "read-only"],
    ["jq . package.json", { mode: "required" }, "read-only"],
    ["jq . package.json", { hasIntent: false }, "read-only"],
    ["ls", {}, "plain"],
    // What nobody can read works on copies.
    ["npm test", {}, RUNS_OVER],
    ["npm test", { mode: "required" }, RUNS_OVER],
    ["node -e 1 > src/out", {}, RUNS_OVER],
    ["npm test && git status", {}, RUNS_OVER],
    ["npm test; git log -1", {}, RUNS_OVER],
    // What was read, or declared, is decided on from its words, unless nothing may run so.
    ["echo x > a", {}, "uncontained"],
    ["echo x > a", { mode: "required" }, RUNS_OVER],
    ["sed -i s/a/b/ src/a.ts", {}, "uncontained"],
    ["make check", {}, "uncontained"],
    ["./deploy.sh", {}, "uncontained"],
    ["npm test", { hasIntent: false }, "uncontained"],
    ["npm test", { hasIntent: false, mode: "required" }, "refused"],
    ["npm test", { mode: "off" }, "uncontained"],
    ["npm ci", { reach }, "uncontained"],
    ["npm ci", { reach, mode: "required" }, "refused"],
    // Git's folder is read-only there.
    ["git commit -m x", {}, "uncontained"],
    ["git commit -m x", { mode: "required" }, "refused"],
    ["npm test && git commit -am x", {}, "uncontained"],
    ["npm test && git add -A", {}, "uncontained"],
    ["npm run build; git stash", {}, "uncontained"],
    ["npm test && git push -f", {}, "uncontained"],
    ["git checkout main && npm test", {}, "uncontained"],
    ["git undo", {}, "uncontained"],
    // Nothing goes on when the line is over, and no network is the session's.
    ["npm run dev &", {}, "uncontained"],
    ["npm run dev", { isBehind: true }, "uncontained"],
    ["npm run dev", {}, "uncontained"],
    ["npx vite", {}, "uncontained"],
    ["nohup node a.js", {}, "uncontained"],
    ["curl localhost:3000", {}, "uncontained"],
    ["npm test && curl https://example.org", {}, "uncontained"],
    ["ssh host npm test", {}, "uncontained"],
    ["sudo npm test", {}, "uncontained"],
    ["docker run x", {}, "uncontained"],
    ["jq . package.json", { mode: "off" }, "uncontained"],
  ])("%s where no layers can be laid and with %j: %s", (command, around, kind) => {
    expect(kindOf(command, { machine: copies, ...around })).toBe(kind);
  });

  it("says why, as the end of a sentence", () => {
    expect(whole("git undo", { machine: copies })).toEqual({ kind: "uncontained", why: "layers cannot be laid" });
    expect(whole("npm test", { machine })).toEqual({ kind: "uncontained", why: "bubblewrap is not installed" });
    expect(whole("curl https://example.org", {})).toMatchObject({ why: "it reaches https://example.org" });
  });
});

describe("with hosts that it may reach", () => {
  const reach: Reach = { hosts: ["registry.npmjs.org"], unanswered: [], install: null };

  it.each(["npm ci", "pip install x", "make check"])("%s runs on layers, and takes them along", (command) => {
    expect(whole(command, { reach })).toEqual({ kind: "rehearsed", keeps: "scope", reach });
  });

  it.each([
    ["ls", {}, "plain"],
    ["./deploy.sh", {}, "uncontained"],
    ["npm ci", { mode: "off" }, "uncontained"],
    ["npm ci", { machine: { can: false, why: "x" } }, "uncontained"],
    ["npm ci", { machine: { can: false, why: "x" }, mode: "required" }, "refused"],
    ["npm run dev", {}, "held"],
  ] as const)("%s is decided on as without where it is not contained: %o", (command, around, kind) => {
    expect(kindOf(command, { ...around, reach })).toBe(kind);
  });
});
