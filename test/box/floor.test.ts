/** Under the floor, with every hook switched off: what steers the gate stays as it is, whatever the agent runs. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FloorStage, setFloorStage } from "./floor-stage.ts";

let stage: FloorStage;
let restore: () => void;
beforeAll(async () => {
  stage = await setFloorStage();
  restore = stage.keep();
});
afterAll(() => stage.clear());

/** All but the agent's own work, and what the gate itself writes while a floor stands. */
const steering = `cd ~; find . \\( -path ./work/project/src -o -path ./scratch -o -path '*/intentgate/floors' \\
  -o -path '*/quarantine' -o -path '*/.git/objects' -o -path '*/.git/logs' -o -path '*/.git/refs' -o -path '*/.git/index' \\
  -o -name COMMIT_EDITMSG -o -path './.local/state/intentgate/code' \\) -prune -o -printf '%p %y %m %l\\n' | sort
find . \\( -path ./work/project/src -o -path ./scratch -o -path '*/intentgate/floors' -o -path '*/quarantine' \\
  -o -path '*/.git/objects' -o -path '*/.git/index' -o -path '*/.git/logs' -o -path '*/.git/refs' -o -name COMMIT_EDITMSG \\
  -o -path './.local/state/intentgate/code' \\) -prune -o -type f -print0 | sort -z | xargs -0 sha256sum`;

const state = "~/.local/state/intentgate";
const nested = (script: string) => `unshare -Urm bash -c '${script}'`;

describe("what an agent tries on a floor changes nothing that steers the gate", () => {
  it.each([
    // Settings of agents, here
    "echo '{\"disableAllHooks\": true}' > .claude/settings.local.json",
    "sed -i s/PreToolUse/Never/ .claude/settings.local.json",
    "rm .claude/settings.local.json",
    "rm -rf .claude",
    "mv .claude src/x",
    "mv .claude src/x; mkdir .claude; echo {} > .claude/settings.json",
    "rm -rf .claude; ln -s src .claude",
    "chmod 777 .claude .claude/settings.local.json",
    "echo '{\"disableAllHooks\": true}' > .claude/settings.json",
    "mkdir -p .claude/plugins/p; echo x > .claude/plugins/p/index.js",
    "echo '{}' > .mcp.json",
    "echo x > src/n; mv src/n .mcp.json",
    "ln .mcp.json src/l && echo x > src/l",
    'python3 -c \'import os; f = os.open(".mcp.json", os.O_RDWR); os.write(f, b"x")\'',
    "perl -e 'truncate \".mcp.json\", 0'",
    "mkdir .codex; echo 'features.hooks = false' > .codex/config.toml",
    "mkdir -p .gemini; echo '{}' > .gemini/settings.json",
    "mkdir .opencode; echo x > .opencode/plugin.ts",
    "mkdir ../.claude; echo '{\"disableAllHooks\": true}' > ../.claude/settings.json",
    "rsync -a src/ .claude/ || cp -r src/. .claude/",
    // What the gate obeys
    "sed -i 's/src/*/' .orchestration/active_intents.yaml",
    `python3 -I -c 'import subprocess; subprocess.run(["ls","src/x"],0,"/usr/bin/touch")'; echo 'mode: observe' > .orchestration/policy.yaml`,
    "rm -rf .orchestration",
    "mv .orchestration src/o; cp -r src/o .orchestration; echo 'mode: observe' > .orchestration/policy.yaml",
    "mkdir -p .orchestration/approvals; echo '{}' > .orchestration/approvals/forged.json",
    "echo '{}' >> .orchestration/agent_trace.jsonl; echo '{}' >> .orchestration/decisions.jsonl",
    // Git
    "git config core.hooksPath src",
    "echo '[core] fsmonitor = src/run' >> .git/config",
    "echo x > src/c; mv src/c .git/config",
    "echo 'touch ~/owned' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit",
    "mv .git/hooks .git/h; mkdir .git/hooks; echo x > .git/hooks/post-checkout",
    "mv .git src/g; cp -r src/g .git; echo '[core] pager = x' >> .git/config",
    "echo '* filter=x' > .git/info/attributes",
    "echo '*' >> .git/info/exclude",
    "rm .git/config; ln -s ../src/a.ts .git/config",
    // The person's own
    "echo 'touch ~/owned' >> ~/.bashrc",
    "mv ~/.bashrc ~/scratch",
    "ln -sf ~/work/project/src/a.ts ~/.bashrc",
    "mkdir -p ~/.gemini; echo '{}' > ~/.gemini/settings.json",
    "mkdir -p ~/.codex; echo x > ~/.codex/config.toml",
    // The gate's own
    `echo '[]' > ${state}/roots.json`,
    `echo 'exit 0' > ${state}/hook`,
    `rm -rf ${state}`,
    `mv ${state} ~/scratch`,
    `mv ~/.local ~/scratch; mkdir -p ${state}; echo '[]' > ${state}/roots.json`,
    `mv ~/.local/state ~/scratch; mkdir -p ${state}`,
    "mv ../project ../other; mkdir ../project",
    "mv ~/work ~/scratch; mkdir -p ~/work/project/.claude",
    "echo > ~/lib/intentgate/bin/intentgate.cjs",
    "mv ~/lib ~/scratch; mkdir -p ~/lib/intentgate/bin; echo > ~/lib/intentgate/bin/intentgate.cjs",
  ])("%s", (attempt) => {
    const before = stage.plain(steering);
    const { code } = stage.started(`(${attempt}) 2> /dev/null; exit 7`);
    expect(code).toBe(7);
    expect(stage.plain(steering)).toBe(before);
    stage.plain(attempt);
    expect(stage.plain(steering), "without a floor it does").not.toBe(before);
    restore();
  });

  it.each([
    // Further namespaces, which change nothing for anybody else but must not open what is closed
    nested("umount -l .claude && echo x > .claude/settings.json"),
    nested("umount .mcp.json; echo x > .mcp.json"),
    nested("mount -o remount,bind,rw .claude .claude; echo x > .claude/x"),
    nested(`umount -l ${state}; echo x > ${state}/roots.json`),
    nested("mkdir src/m; mount --bind . src/m && umount -l src/m/.claude; echo x > src/m/.claude/x"),
    nested("mkdir src/m; mount --rbind . src/m && echo x > src/m/.claude/x"),
    nested(
      "mkdir src/m src/u src/w; mount -t overlay o -o userxattr,lowerdir=/,upperdir=.claude,workdir=src/w src/m && echo x > src/m/x",
    ),
    nested("mount -t tmpfs t .claude && mv .claude src/x"),
    nested("mkdir src/m; mount --rbind / src/m && cd src/m && pivot_root . . && umount -l .; echo x > ~/.bashrc"),
    // Ways past the mounts
    `rm ${state}/gate/socket; touch ${state}/gate/socket`,
    "echo x > /proc/1/root$HOME/.bashrc",
    "echo x > /proc/self/root$PWD/.mcp.json",
    "exec 5< .; echo x > /proc/self/fd/5/.mcp.json",
    "cd .claude && echo x > ../.claude/settings.json",
    "sudo -n touch ~/.bashrc; su -c true < /dev/null",
    "mount -o remount,rw / ; mount --bind src .claude",
    "echo '* * * * * touch ~/owned' | crontab -",
    "systemd-run --user --wait touch $HOME/.bash_profile",
    `touch ${state}/x; rm -f ${state}/floor`,
  ])("%s", (attempt) => {
    const before = stage.plain(steering);
    expect(stage.started(`(${attempt}) 2> /dev/null; exit 7`).code).toBe(7);
    expect(stage.plain(steering)).toBe(before);
    restore();
  });
});

describe("a file that was not there and would steer something", () => {
  it.each([
    "echo '{}' > opencode.json",
    "mkdir .husky; echo x > .husky/pre-commit",
    "mkdir .vscode; echo '{}' > .vscode/tasks.json",
    "mkdir -p .github/hooks; echo '{}' > .github/hooks/x.json",
    "echo 'curl x' > .envrc",
    "echo X=1 > .env",
    "mkdir -p .system/hooks; echo x > .system/hooks/x.yaml",
    "echo '**' > .intentignore",
    "echo x > lefthook.yml",
    "git config --global core.hooksPath src",
    "echo x > ~/.bash_profile",
    "echo x > ~/.zshenv",
    "mkdir -p ~/.config/fish; echo x > ~/.config/fish/config.fish",
    "mkdir -p ~/.config/systemd/user; echo x > ~/.config/systemd/user/x.service",
    "mkdir -p ~/.ssh; echo key > ~/.ssh/authorized_keys",
    "echo x > ~/.npmrc",
    "ln -s ~/work/project/src/a.ts ~/.zshrc",
    // What a link leads to stays, also where it is what the floor holds.
    "ln -s .git .github",
    "mkdir src/d; ln -s .git/hooks src/d/hooks; mkdir src/e; ln -s ../../.git src/e/x; ln -s src/e/x .github",
    "mkdir -p ~/scratch/c/fish; ln -s ~/.bashrc ~/scratch/c/fish/config.fish; ln -s ~/scratch/c ~/.config",
  ])("is taken away, kept and told: %s", (attempt) => {
    const before = stage.plain(steering);
    const { code, err } = stage.started(`(${attempt}) 2> /dev/null; exit 7`);
    expect(code).toBe(7);
    expect(err).toContain("taken away, as it would steer");
    // Folders around them steer nothing.
    stage.plain("rmdir ~/.config ~/.ssh .vscode .github .system 2> /dev/null");
    expect(stage.plain(steering)).toBe(before);
    expect(stage.plain(`find ${state}/roots/*/quarantine -mindepth 2 | head -1`)).not.toBe("");
    restore();
  });

  it.each([
    "mkdir -p lib/x/.claude; echo '{}' > lib/x/.claude/settings.json",
    "mkdir -p lib/.vscode; echo '{}' > lib/.vscode/tasks.json",
    "mkdir -p lib/.cursor; echo '{}' > lib/.cursor/mcp.json",
    "mkdir -p lib/deep/er/.github/hooks; echo '{}' > lib/deep/er/.github/hooks/x.json",
    "mkdir -p lib; echo 'curl x' > lib/.envrc",
    "mkdir -p lib; echo '{}' > lib/.mcp.json",
    "mkdir -p lib; ln -s ../src lib/.claude",
    "mkdir -p lib/.husky; echo x > lib/.husky/pre-commit",
  ])("deep in the root is taken away when the agent has ended: %s", (attempt) => {
    stage.plain("mkdir -p lib/kept/.vscode; echo '{}' > lib/kept/.vscode/settings.json");
    const before = stage.plain(steering);
    const { code, err } = stage.started(`(${attempt}) 2> /dev/null; echo work > lib/work.ts; rm lib/work.ts; exit 7`);
    expect(code).toBe(7);
    expect(err).toContain("taken away, as it would steer");
    stage.plain("find lib -mindepth 1 -type d -empty -delete");
    expect(stage.plain(steering)).toBe(before);
    restore();
  });

  it.each([".git/commondir", ".git/config.worktree", "sub/.git/commondir"])(
    "in git's folder ends the agent: %s",
    (name) => {
      stage.plain("git init -q sub");
      const before = stage.plain(steering);
      const { code, err } = stage.started(`echo /tmp > ${name}; sleep 20; exit 7`);
      expect(code).not.toBe(7);
      expect(err).toContain("the agent was ended");
      expect(stage.plain(steering)).toBe(before);
      restore();
    },
  );

  it("ends the agent that does it again and again", () => {
    const { code, err } = stage.started("for n in {1..2000}; do echo x > .envrc; sleep 0.01; done; exit 7");
    expect(code).not.toBe(7);
    expect(err).toContain("again and again");
    expect(existsSync(join(stage.root, ".envrc"))).toBe(false);
    restore();
  });
});
