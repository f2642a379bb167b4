/** What git does to the world, run by people and by agents. */
import { agentRuns } from "./calls.ts";
import { agentCreates, agentEdits, agentFormats, commitAll, type Operation, personEdits } from "./edits.ts";
import type { World } from "./world.ts";

/** A person types the command, or an agent sends it through the gate. */
type Runner = (world: World, ...words: string[]) => Promise<boolean>;

const byPerson: Runner = async (world, ...words) => world.git(...words);
const byAgent: Runner = (world, ...words) => agentRuns(world, `git ${words.join(" ")}`, () => world.git(...words));

export const commits: Operation = async (world) => {
  commitAll(world);
};

export const amends: Operation = async (world) => {
  commitAll(world, "--amend");
};

/** To the other branch and back: what both changed is brought together in one of four ways. */
function branches(run: Runner): Operation {
  return async (world) => {
    commitAll(world);
    const begun = world.version();
    const name = `side${world.random.below(1_000_000)}`;
    if (!world.git("checkout", "-q", "-b", name)) return;
    await world.random.pick([agentEdits, agentEdits, personEdits])(world);
    await world.random.pick([agentEdits, agentCreates, personEdits])(world);
    commitAll(world);
    const side = world.version();
    world.git("checkout", "-q", "main");
    world.follow(begun);
    await world.random.pick([agentEdits, personEdits, agentFormats])(world);
    commitAll(world);
    const main = world.version();
    switch (world.random.below(4)) {
      case 0:
        if (!(await run(world, "merge", "-q", "--no-edit", name))) world.git("merge", "--abort");
        break;
      case 1:
        if (!(await run(world, "merge", "-q", "--squash", name))) world.git("reset", "-q", "--hard");
        break;
      case 2: {
        world.git("checkout", "-q", name);
        world.follow(side);
        if (!(await run(world, "rebase", "-q", "main"))) world.git("rebase", "--abort");
        world.git("branch", "-q", "-f", "main", name);
        world.git("checkout", "-q", "main");
        break;
      }
      default:
        if (!(await run(world, "cherry-pick", name))) world.git("cherry-pick", "--abort");
    }
    world.follow(main, side);
    commitAll(world);
  };
}

/** A commit, and then the one that takes it back; lines that it had deleted return. */
function reverts(run: Runner): Operation {
  return async (world) => {
    commitAll(world);
    const before = world.version();
    await world.random.pick([agentEdits, agentEdits, personEdits, agentFormats])(world);
    commitAll(world);
    const between = world.version();
    if (world.random.chance(0.3)) {
      await world.random.pick([agentEdits, personEdits])(world);
      commitAll(world);
      if (await run(world, "revert", "--no-edit", "HEAD~1")) world.follow(before, world.version(), between);
      else {
        world.git("revert", "--abort");
        world.follow(world.version());
      }
    } else if (await run(world, "revert", "--no-edit", "HEAD")) world.follow(before, between);
    world.keep();
  };
}

/** Put aside and brought back, with other work in between. */
function stashes(run: Runner): Operation {
  return async (world) => {
    commitAll(world);
    const committed = world.version();
    await world.random.pick([personEdits, personEdits, agentEdits])(world);
    const work = world.version();
    world.keep();
    if (!(await run(world, "stash"))) return;
    world.follow(committed);
    if (world.random.chance(0.5)) await world.random.pick([agentEdits, personEdits])(world);
    commitAll(world);
    const now = world.version();
    if (!(await run(world, "stash", "pop"))) {
      world.git("reset", "-q", "--hard");
      world.git("stash", "drop", "-q");
    }
    world.follow(now, work, committed);
  };
}

/** One file as an earlier commit had it. */
function restores(run: Runner): Operation {
  return async (world) => {
    commitAll(world);
    const before = world.version();
    await world.random.pick([agentEdits, personEdits])(world);
    commitAll(world);
    const now = world.version();
    const path = [...before.keys()].find((one) => before.get(one) !== now.get(one));
    if (path === undefined || !(await run(world, "checkout", "HEAD~1", "--", path))) return;
    world.follow(new Map([...now, [path, before.get(path) ?? []]]));
  };
}

export const personsGit = {
  branches: branches(byPerson),
  reverts: reverts(byPerson),
  stashes: stashes(byPerson),
  restores: restores(byPerson),
};

export const agentsGit = {
  branches: branches(byAgent),
  reverts: reverts(byAgent),
  stashes: stashes(byAgent),
  restores: restores(byAgent),
};
