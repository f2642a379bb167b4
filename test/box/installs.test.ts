/** Installs through the gate: asked before, once for each host and intent, and reaching nothing but what was allowed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type GateStage, setGateStage } from "./gate-stage.ts";
import type { InstallCall, InstallOrder, InstallTold } from "./install-driver.ts";

let gate: GateStage;
beforeAll(async () => {
  gate = await setGateStage("", "install-driver.ts");
  gate.typed("intent new INT-2 --name Other --scope 'src/**'");
  gate.plain("git add -A; git commit -qm second");
});
afterAll(() => gate.clear());
beforeEach(() => {
  gate.plain("git stash -qu; git stash drop -q; git clean -fdxq -e .orchestration; rm -rf ~/.npmrc ~/.npm ~/own");
  gate.plain("rm -rf .orchestration/{approvals,sessions} ~/.local/state/intentgate/roots/*/allowed-hosts.json");
});

const FROM = "registry=http://registry.example.test:PORT/\n";
/** The list names this very address: only so a name may lead to this machine. */
const HERE = 'containment: { network: { allow: ["127.0.0.1:PORT"] } }\n';
const INSTALL = "npm install tiny --no-audit --no-fund --no-update-notifier --fetch-retries=0";
const ASKED = [expect.stringMatching(/^Let commands that install under INT-1 reach registry\.example\.test:\d+\?$/)];

type Reply = InstallTold["replies"][number];

function drive(calls: Partial<InstallCall>[], more: Partial<InstallOrder> = {}): InstallTold {
  const files = { ".npmrc": FROM, "package.json": "{}" };
  const order = { policy: HERE, files, env: {}, names: {}, movedTo: null, probe: "" };
  const all = calls.map((call) => ({ command: INSTALL, intent: "INT-1", ...call }));
  return gate.drive({ ...order, ...more, calls: all, root: gate.root }) as InstallTold;
}
function one(call: Partial<InstallCall>, more: Partial<InstallOrder> = {}): Reply & { heard: string[] } {
  const { replies, heard } = drive([call], more);
  return { ...(replies[0] as Reply), heard };
}
/** What the package's own script told. */
const told = () => JSON.parse(gate.plain("cat node_modules/tiny/installed")) as unknown[];

describe("a recognised install", () => {
  it("is asked about, reaches the registry that its settings name, and its packages come into the tree", () => {
    const said = one({ says: true });
    expect(said).toMatchObject({ decision: "allow", result: { exit_code: 0 }, questions: ASKED });
    expect(said.heard).toEqual(["/tiny", "/tiny/-/tiny-1.0.0.tgz"]);
    expect(gate.plain("node_modules/.bin/tiny")).toBe("tiny runs\n");
    // What lies outside the scope is kept back as ever.
    expect(said.result?.stderr).toMatch(/^Kept back: .*package\.json/m);
    expect(gate.plain("cat package.json")).toBe("{}");
  });

  it.each<[string, Partial<InstallCall>, Partial<InstallOrder>, string]>([
    ["where nobody answers", {}, {}, "NO_ANSWER"],
    ["where the person says no", { says: false }, {}, "HITL_REJECT"],
    ["where nobody may be asked", { says: true }, { policy: `${HERE}approval: { mode: auto }\n` }, "NO_ANSWER"],
    ["without an intent", { says: true, intent: undefined, session: "none" }, {}, "INTENT_REQUIRED"],
    [
      "where another name is allowed",
      {},
      { policy: HERE.replace("[", '["example.test", "*.registry.example.test:PORT", "registry.example.test", ') },
      "NO_ANSWER",
    ],
  ])("does not begin %s", (_, call, more, code) => {
    expect(one(call, more)).toMatchObject({ decision: "deny", code, heard: [] });
    expect(gate.plain("ls -A node_modules 2>/dev/null")).toBe("");
  });

  it("asks once for a host and intent, in whichever session, and again under another intent", () => {
    const { replies } = drive([
      { says: true },
      { says: false },
      { says: false, session: "s2" },
      { says: false, session: "s3", intent: "INT-2" },
      { says: true, session: "s3", intent: "INT-2" },
      { says: false, session: "s3", intent: "INT-2" },
    ]);
    expect(replies.map(({ decision, questions }) => [decision, questions.length])).toEqual([
      ["allow", 1],
      ["allow", 0],
      ["allow", 0],
      ["deny", 1],
      ["allow", 1],
      ["allow", 0],
    ]);
    expect(replies[3]?.questions[0]).toContain("under INT-2");
  });

  it("passes after an answer that came later, and is remembered", () => {
    const { replies } = drive([{}, { approves: true }, {}]);
    expect(replies.map(({ decision }) => decision)).toEqual(["deny", "allow", "allow"]);
  });

  it("is not asked about where the policy allows the host", () => {
    const policy = HERE.replace("[", '["registry.example.test:PORT", ');
    expect(one({ says: false }, { policy })).toMatchObject({ decision: "allow", questions: [] });
  });

  it("goes to the registry of the person's own settings, and does not see them", () => {
    const probe = `try { told.push(fs.readFileSync(process.env.HOME + "/.npmrc", "utf8")) } catch (e) { told.push(e.code) }
      told.push(process.env.npm_config_registry)`;
    const files = { "../.npmrc": `${FROM}//registry.example.test:PORT/:_authToken=hush\n`, "package.json": "{}" };
    expect(one({ says: true }, { files, probe })).toMatchObject({ result: { exit_code: 0 }, questions: ASKED });
    expect(told()).toEqual(["EACCES", expect.stringMatching(/^http:\/\/registry\.example\.test:\d+\/$/)]);
  });

  it.each([
    ["whose name leads to this machine", {}, "policy: none"],
    ["whose name leads to the network around it", { "registry.other.test": ["10.1.2.3"] }, ""],
    ["whose name leads to a cloud's metadata", { "registry.other.test": ["169.254.169.254"] }, ""],
    ["whose name leads to the world and to this machine", { "registry.other.test": ["93.184.216.34", "::1"] }, ""],
    ["whose name leads nowhere", {}, ""],
  ])("gets nothing from a registry %s", (_, names, here) => {
    const files =
      here === "" ? { ".npmrc": "registry=http://registry.other.test/\n", "package.json": "{}" } : undefined;
    const said = one({ says: true }, { names, policy: here === "" ? HERE : "", ...(files && { files }) });
    expect(said).toMatchObject({ decision: "allow", heard: [] });
    expect(said.result?.exit_code).not.toBe(0);
    expect(said.result?.stderr).toMatch(/^Not reached: registry\.\w+\.test(?::\d+)? never/m);
    expect(said.requests).toEqual([]);
  });

  it("is not led to another host: that is named, with a request that a person answers", () => {
    const more = { movedTo: "http://evil.example.test:PORT/tiny", names: { "evil.example.test": ["127.0.0.1"] } };
    const { replies, heard } = drive([{ says: true }, {}, { approves: true }], more);
    expect(replies[0]?.result?.exit_code).not.toBe(0);
    expect(replies[0]?.result?.stderr).toMatch(
      /^Not reached: evil\.example\.test:\d+ not allowed \(request [0-9a-f]{8}: a person lets it/m,
    );
    const open = replies[0]?.requests.filter((one) => one.includes("evil.example.test"));
    expect(open).toEqual([
      expect.stringMatching(/^A command under INT-1 asked for evil\.example\.test:\d+ and was refused/),
    ]);
    // The same request stands; nobody is asked twice.
    expect(replies[1]?.requests).toEqual(replies[0]?.requests);
    expect(new Set(heard.slice(0, 2))).toEqual(new Set(["/tiny"]));
    expect(replies[2]?.result?.stderr).not.toContain("Not reached");
  });
});

describe("while it has the network, what it runs", () => {
  it("finds no variable that looks like a secret, and is not told to stay offline", () => {
    const env = {
      NPM_TOKEN: "a",
      AWS_SECRET_ACCESS_KEY: "b",
      DATABASE_URL: "postgres://u:p@h/d",
      MY_PASSWORD: "c",
      PLAIN: "d",
    };
    one({ says: true }, { env, probe: "told.push(...Object.keys(process.env), ...Object.values(process.env))" });
    const all = told();
    expect(all).toEqual(expect.arrayContaining(["PLAIN", "https_proxy", "HTTP_PROXY"]));
    for (const name of [...Object.keys(env).slice(0, 4), "npm_config_offline", "postgres://u:p@h/d", "PIP_NO_INDEX"])
      expect(all).not.toContain(name);
  });

  it.each([
    ["another host", "evil.example.test:443"],
    ["another port of an allowed host", "registry.example.test:22"],
    ["a name below an allowed one", "a.registry.example.test:PORT"],
    ["this machine", "127.0.0.1:22"],
    ["this machine, otherwise", "[::1]:PORT"],
    ["this machine by its name", "localhost:PORT"],
    ["the network around it", "10.0.0.1:443"],
    ["a cloud's metadata", "169.254.169.254:80"],
    ["an address of the world", "93.184.216.34:443"],
  ])("is refused %s", (_, target) => {
    const said = one(
      { says: true },
      { probe: `told.push(await asked("${target}"))`, names: { localhost: ["127.0.0.1"] } },
    );
    expect(told()).toEqual(["HTTP/1.1 403 Forbidden"]);
    expect(said.result?.stderr).toMatch(/^Not reached: /m);
    const isName = /^[a-z]/.test(target);
    expect(said.requests.some((one) => one.startsWith("A command under INT-1 asked for"))).toBe(isName);
  });

  it.each([
    ["an address that is a number", "2130706433:80"],
    ["an address of two parts", "127.1:80"],
    ["a name and a password", "registry.example.test@evil.org:443"],
  ])("asks the proxy in vain with %s", (_, target) => {
    one({ says: true }, { probe: `told.push(await asked("${target}"))` });
    expect(told()).toEqual(["HTTP/1.1 400 Bad Request"]);
  });

  it("reaches nothing past the proxy", () => {
    const probe = `told.push(await spoken({ port: PORT, host: "127.0.0.1" }), await spoken({ path: "\\0intentgate-install-test" }),
      await spoken({ port: 80, host: "93.184.216.34" }), await spoken({ port: 80, host: "registry.example.test" }))`;
    one({ says: true }, { probe });
    expect(told()).toEqual([
      "ECONNREFUSED",
      "ECONNREFUSED",
      "ENETUNREACH",
      expect.stringMatching(/^E(AI_AGAIN|NOTFOUND)$/),
    ]);
  });

  it("fills the caches of its kind and those of the policy, and no place that steers or hides something", () => {
    gate.plain("mkdir -p ~/.npm/_cacache ~/own ~/.ssh ~/.claude ~/.config/gh ~/.cargo/registry ~/project/docs ~/else");
    const named = [
      "own",
      ".ssh",
      ".claude",
      ".config",
      ".local/state",
      "project/docs",
      ".local/state/intentgate/roots",
    ];
    const places = [...named, ".npm/_cacache", ".cargo/registry", "else", "."];
    const list = [...named.map((path) => `${gate.home}/${path}`), gate.home, "/etc"];
    const policy = `containment: { network: { allow: ["127.0.0.1:PORT"] }, home_caches: ${JSON.stringify(list)} }\n`;
    const probe = `for (const path of ${JSON.stringify(places)}) try {
      fs.writeFileSync([process.env.HOME, path, "left-behind"].join("/"), ""); } catch (refused) { void refused; }`;
    expect(one({ says: true }, { policy, probe }).result?.exit_code).toBe(0);
    expect(gate.plain("cd ~; find . -name left-behind -not -path '*/kept-changes/*' | sort")).toBe(
      "./.npm/_cacache/left-behind\n./own/left-behind\n",
    );
    gate.plain("cd ~; rm -rf .claude .cargo else .config/gh");
  });
});

describe("what is no install", () => {
  const asking = `node -e "require('http').get('http://registry.example.test:PORT/').on('error', (e) => console.log(e.code, process.env.npm_config_offline, process.env.https_proxy))"`;
  const allowed = HERE.replace("[", '["registry.example.test:PORT", ');

  it("reaches no host, whatever the policy allows installs, and is told to stay offline", () => {
    const said = one({ command: asking, says: false }, { policy: allowed });
    expect(said).toMatchObject({ decision: "allow", questions: [], heard: [] });
    expect(said.result?.stdout).toMatch(/^E(AI_AGAIN|NOTFOUND) true undefined\n$/);
  });

  it("fails at once where it is a package manager that would fetch", () => {
    const said = one({ command: "npm exec --yes -- tiny", says: false }, { policy: allowed });
    expect(said.heard).toEqual([]);
    expect(said.result?.exit_code ?? 1).not.toBe(0);
  });

  it.each([`${INSTALL} && node -e 1`, `${INSTALL} | cat`, `${INSTALL} > src/log`, `sh -c '${INSTALL}'`])(
    "is not made one by standing beside it: %s",
    (command) => {
      expect(one({ command }, { policy: allowed })).toMatchObject({ decision: "deny", heard: [] });
    },
  );

  it("reaches the hosts of its own declaration, and its packages do not count", () => {
    const commands = 'commands: [{ run: node fetch.cjs, network: ["registry.example.test:PORT", "127.0.0.1:PORT"] }]\n';
    const files = {
      "fetch.cjs": `const fs = require("fs"), http = require("http"); fs.mkdirSync("node_modules/.bin", { recursive: true });
        fs.writeFileSync("node_modules/.bin/x", ""); fs.writeFileSync("node_modules/y", "");
        const { port } = new URL(process.env.http_proxy);
        http.get({ port, path: process.argv[2] ?? "http://registry.example.test:PORT/tiny" }, (r) => r.on("data", (b) => console.log(String(b).slice(0, 20))))`,
    };
    const said = one({ command: "node fetch.cjs" }, { policy: commands, files });
    expect(said).toMatchObject({ decision: "allow", heard: ["/tiny"], questions: [] });
    expect(gate.plain("ls -A node_modules")).toBe("");
    expect(said.result?.stderr).toMatch(/node_modules\/y .*kept back/);
  });

  it("is told that it stayed offline where it asked nothing of the proxy", () => {
    const policy = 'commands: [{ run: node direct.cjs, network: ["registry.example.test:PORT"] }]\n';
    const files = { "direct.cjs": 'require("net").connect(80, "93.184.216.34").on("error", () => process.exit(1))' };
    const said = one({ command: "node direct.cjs" }, { policy, files });
    expect(said.result?.stderr).toMatch(/^Nothing was asked of the proxy: .*stays offline here\.$/m);
  });
});
