/** Ways out of the box that were tried. Where it is safe the same is done without a box beside it, and works there. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { own, type Stage, setStage } from "./stage.ts";

const git = "git -c user.name=A -c user.email=a@example.invalid";
let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
  const made = [
    "mkdir -p src lib .orchestration .claude ~/.ssh ~/.config/gh ~/.local/state/intentgate/kept; echo a > src/a.ts; echo b > lib/b.ts",
    `echo '{"last":1}' > .orchestration/agent_trace.jsonl; echo 'owned_scope: ["src/**"]' > .orchestration/active_intents.yaml; echo '{}' > .claude/settings.json`,
    "echo bytes > ~/.local/state/intentgate/kept/one; echo key > ~/.ssh/id; echo token > ~/.config/gh/hosts.yml; echo secret > ~/secret",
    `${git} init -q; ${git} add -A; ${git} commit -qm first`,
  ];
  stage.plain(made.join("\n"));
});
afterEach(() => stage.clear());

/** Everything that is not in the scope, with its bytes. */
const outside =
  "find ~ -path '*/project/src' -prune -o -path '*/intentgate/runs*' -prune -o -path '*/intentgate/over*' -prune -o -path '*/apply.lock' -prune -o -type f -print0 | sort -z | xargs -0 sha256sum; find . -path ./src -prune -o -printf '%y %m %p %l\\n' | sort";

describe("what a command leaves outside the scope is nothing", () => {
  const reach = [
    [
      "an answer in the person's name",
      'mkdir -p .orchestration/approvals; echo \'{"answer":"approve"}\' > .orchestration/approvals/1.json',
    ],
    ["a wider scope", "sed -i 's/src/*/' .orchestration/active_intents.yaml"],
    ["another ledger", "echo '{}' > .orchestration/agent_trace.jsonl"],
    ["a ledger that is gone", "rm -r .orchestration"],
    ["a gate that is switched off", "echo '{\"disableAllHooks\":true}' > .claude/settings.json"],
    ["a hook of git", "echo x > .git/hooks/pre-commit; git config core.hooksPath src"],
    [
      "a start-up file",
      "echo 'touch x' >> ~/.bashrc; mkdir -p ~/.config/systemd/user; echo x > ~/.config/systemd/user/x.service",
    ],
    ["another folder of git's", "mkdir src/g; cp -r .git/. src/g; echo ../src/g > .git/commondir"],
    ["bytes that were kept", "rm -rf ~/.local/state/intentgate/*; echo x > ~/.local/state/intentgate/x"],
    ["a link that is written through", "ln -s ../lib/b.ts src/l; echo x > src/l"],
    ["a folder that became a link", "rm -r src; ln -s lib src; echo x > src/b.ts"],
    ["a second name of a file outside", "ln lib/b.ts src/h; echo x > src/h"],
    // What the reading once called harmless.
    ["A1", `/usr/bin/python3 -I -c 'import subprocess; subprocess.run(["ls","x"],0,"/usr/bin/touch")'; touch lib/x`],
    [
      "A1, by a link",
      `/usr/bin/python3 -I -c 'import os; os.symlink("../lib/b.ts","src/l"); open("src/l","w").write("x")'`,
    ],
    ["A1, by perl", `perl -F'/,/);open(F,">lib/p");(1' -ne print src/a.ts`],
    ["A2", "echo 1>(touch lib/p); x=($(touch lib/q))a; echo <(:)#a; touch lib/r"],
    ["A3", "touch 'a[$(touch x)]'; for f in *; do echo $((f)); done"],
    ["A4", "echo 1 > lib/a; uniq lib/*; find lib src -type f -exec uniq {} +"],
    ["A5", "sed -n -i '' lib/b.ts"],
    ["A6", "x=$(cat lib/b.ts || wc -l); echo $((x)); echo 1 > lib/n"],
    ["A7", "alias ls='rm -rf lib'; ls() { rm -rf lib; }; ls"],
    [
      "A8",
      "mkdir -p src/x/.claude; echo x > src/x/.claude/s; cp -r src/x/.claude .; find lib/b.ts -exec sed -i s/b/x/ {} +",
    ],
  ] as const;

  it.each(reach)("%s", (_what, script) => {
    const before = stage.plain(outside);
    const said = stage.boxed({ script, scope: "^src(/|$)" });
    expect(said.ended).toMatchObject({ began: true, isListed: true });
    expect(stage.plain(outside)).toBe(before);
    // What the box let through is put back first, so that the control stands where the command stood.
    stage.plain(`rm -rf src; git checkout -q -- src; ${script}`);
    expect(stage.plain(outside)).not.toBe(before);
  });
});

describe("what a command reaches of what runs outside is nothing", () => {
  const elsewhere = `/srv/intentgate-${process.pid}`;
  const net = (place: string) =>
    `${process.execPath} -e 'require("net").connect(${place}, () => { console.log("REACHED"); process.exit() }).on("error", () => process.exit(1))'`;
  const rows: [what: string, script: string][] = [
    ["a socket in the home folder", net(`process.env.HOME + "/s"`)],
    ["a socket in the state folder", net(`process.env.HOME + "/.local/state/intentgate/s"`)],
    ["a socket in the root", net(`"src/s"`)],
    // Only root can make a folder that lies beside all layers.
    ...(process.getuid?.() === 0 ? [["a socket anywhere else", net(`"${elsewhere}/s"`)] as [string, string]] : []),
    ["a socket without a file", net(`"\\0intentgate-" + process.env.HOME`)],
    [
      "the loopback of the machine",
      net("+require('fs').readFileSync(process.env.HOME + '/port', 'utf8')")
        .replaceAll("'fs'", '"fs"')
        .replaceAll("'/port', 'utf8'", '"/port", "utf8"'),
    ],
    ["a process, by its number", "kill -0 $(cat ~/pid) && echo REACHED"],
    ["the memory of a process", "head -c 1 /proc/$(cat ~/pid)/environ > /dev/null && echo REACHED"],
    ["kept bytes", "cat ~/.local/state/intentgate/kept/one && echo REACHED"],
    ["keys", "cat ~/.ssh/id ~/.config/gh/hosts.yml && echo REACHED"],
    ["another name for a file outside", "ln ~/secret src/second && echo REACHED"],
  ];

  beforeEach(() => {
    if (process.getuid?.() === 0) {
      mkdirSync(elsewhere);
      own(elsewhere);
    }
    const server = `const n=require("net"),h=process.env.HOME,f=require("fs"),a=()=>n.createServer((s)=>s.end());for(const p of [h+"/s",h+"/.local/state/intentgate/s","src/s","${elsewhere}/s","\\0intentgate-"+h])a().on("error",()=>0).listen(p);const t=a().listen(0,"127.0.0.1",()=>{f.writeFileSync(h+"/port",""+t.address().port);f.writeFileSync(h+"/pid",""+process.pid)});setTimeout(()=>process.exit(),60000)`;
    stage.plain(
      `cat > ~/server.js <<'END'\n${server}\nEND\n${process.execPath} ~/server.js > /dev/null 2>&1 & until [ -s ~/pid ]; do sleep 0.02; done`,
    );
  });
  afterEach(() => {
    stage.plain("kill $(cat ~/pid)");
    rmSync(elsewhere, { recursive: true, force: true });
  });

  it.each(rows)("%s", (_what, script) => {
    expect(stage.boxed({ script }).output).not.toContain("REACHED");
    expect(stage.plain(script)).toContain("REACHED");
  });

  it("an open folder that was handed down", () => {
    const order = JSON.stringify({
      root: stage.root,
      state: stage.state,
      scope: "^",
      apply: true,
      script: "cat /proc/self/fd/9/secret && echo REACHED",
    });
    const driver = `${process.execPath} ${join(stage.home, "../driver.mjs")}`;
    stage.plain(`cat > ~/order <<'END'\n${order}\nEND`);
    expect(stage.plain(`exec 9< ~; ${driver} < ~/order`)).toMatch(/"began":true(?!.*REACHED\\n)/);
    expect(stage.plain("exec 9< ~; bash -c 'cat /proc/self/fd/9/secret'")).toBe("secret\n");
  });
});

/** Types into the terminal that it was started on, or finds none. */
const typing = `perl -e 'open(T,"+</dev/tty") or exit 1; my $c = "x"; ioctl(T, 0x5412, $c) or exit 1; print "TYPED\\n"'`;
const mayType = () => stage.plain("cat /proc/sys/dev/tty/legacy_tiocsti").trim() !== "0";

it("types into no terminal, though one stands around the box and lets others type", () => {
  const order = { root: stage.root, state: stage.state, scope: "^", apply: true, script: `tty; ${typing}` };
  const driver = `${process.execPath} ${join(stage.home, "../driver.mjs")}`;
  stage.plain(`cat > ~/order <<'END'\n${JSON.stringify(order)}\nEND\ncat > ~/typing <<'END'\n${typing}\nEND`);
  const said = stage.plain(`script -qec '${driver} < ~/order' /dev/null < /dev/null`);
  expect(said).toContain('"began":true');
  expect(said).not.toContain("TYPED");
  // The same on the same kind of terminal without a box, where the system lets anybody.
  if (mayType()) expect(stage.plain("script -qec 'bash ~/typing' /dev/null < /dev/null")).toContain("TYPED");
});

/** Each works without a box beside it, as the person. */
it.each([
  ["a further namespace", "unshare -U true"],
  ["a namespace with rights", "unshare -Urm true"],
  ["a box in the box", "bwrap --ro-bind / / true"],
  ["a mount in a namespace of its own", "unshare -Urm mount -t tmpfs none src"],
  ["another root", "unshare -Ur chroot / true"],
  ["a network of its own", "unshare -Urn true"],
])("%s is refused inside, and not outside", (_what, script) => {
  expect(stage.boxed({ script }).ended).toMatchObject({ began: true, code: expect.not.toBeOneOf([0]) });
  expect(stage.plain(`${script} > /dev/null 2>&1; echo $?`)).toBe("0\n");
});

/** A person may not do these anywhere: that the box does not give them either is all that is seen here. */
it.each([
  ["a mount", "mount -t tmpfs none src"],
  ["another root", "chroot src true"],
  ["settings of the kernel", "echo 1 > /proc/sys/kernel/hostname"],
  ["the first process", "ls /proc/1/root/ && kill -9 1; test -e /proc/1/root/proc/2/x"],
  ["another person's rights", "perl -e '$> = 0; exit($> == 0 ? 0 : 1)'"],
  ["a device", "mknod src/d b 8 0"],
])("%s is not given by the box", (_what, script) => {
  expect(stage.boxed({ script }).ended).toMatchObject({ began: true, code: expect.not.toBeOneOf([0]) });
});
