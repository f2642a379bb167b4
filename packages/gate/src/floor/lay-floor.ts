/** Makes ready what a program stands on that can change nothing that steers the gate, and takes it away again. */
import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type FloorFacts, floorWords, hide, isWithin, planFloor, servicePlaces } from "@intentgate/box";
import { hosts } from "@intentgate/hosts";
import { FLOOR_MARK, rootStateDir } from "@intentgate/sidecar";
import { isRealFolder, onSystemError } from "@intentgate/world";
import { gatePlaces } from "../trust/gate-places.ts";
import { type FloorPlaces, floorPlaces } from "./floor-places.ts";
import { type Guard, guardFloor } from "./guard-floor.ts";
import { layAgain } from "./lay-again.ts";
import { floorsIn, livingFloors, standIn, takeAway } from "./vacant-folders.ts";

export interface FloorOptions {
  /** Canonical. */
  root: string;
  home: string;
  cwd: string;
  stateDir: string;
  sidecars: readonly string[];
  /** Null where nobody named it. */
  program: string | null;
  env: NodeJS.ProcessEnv;
  /** The name of the host that is started; null for any other program. */
  host: string | null;
  /** What of the state folder is there all the same: names in it, each with what stands for it. */
  shown: Readonly<Record<string, (folder: string) => string>>;
}

export interface Floor {
  /** Of this floor, in the state folder. */
  folder: string;
  /** `bwrap` and its words, up to the command. */
  words(hasNoTerminal: boolean): string[];
  /** Links: what cannot be held, and is looked at from outside. */
  links: readonly string[];
  /** `pid`: a process on the floor. */
  guard(pid: number, told: { tell(text: string): void; end(why: string): void }): Guard;
  /** After its end. */
  clear(): void;
}

const BEGUN = ".begun";

export function floorsFolder(stateDir: string): string {
  return join(stateDir, "floors");
}

export function layFloor(options: FloorOptions): Floor {
  const { root, home, stateDir, host } = options;
  const floors = floorsFolder(stateDir);
  clearDead(floors);
  const id = randomBytes(6).toString("hex");
  const folder = makeFolder(floors, id);
  writeFileSync(join(folder, FLOOR_MARK), `${id}\n`, { mode: 0o600 });
  for (const path of hosts.find(({ name }) => name === host)?.control.inHome ?? [])
    if (!/\.\w+$/.test(path.slice(1))) mkdirSync(join(home, path), { recursive: true, mode: 0o700 });
  const gate = gatePlaces(stateDir, options.program, options.env);
  const programs = gate.programs.filter((path) => existsSync(path));
  const places = floorPlaces({ root, home, sidecars: options.sidecars, programs, host });
  const uid = process.getuid?.() ?? 0;
  const terminals = `/tmp/tmux-${uid}`;
  const noState = gate.stateDirs.filter((path) => !existsSync(path) && isRealFolder(dirname(path)));
  const vacant = standIn(folder, [...places.vacant, ...[terminals, ...noState].filter((path) => !existsSync(path))]);
  const held = [
    ...new Set([...places.held, ...vacant.filter((path) => path !== terminals && !noState.includes(path))]),
  ];
  const facts: FloorFacts = {
    held,
    free: places.free,
    fixed: places.fixed,
    hidden: [...new Map(gate.stateDirs.flatMap(hide).map((one) => [one.path, one])).values()],
    masked: servicePlaces(uid)
      .flatMap(hide)
      .filter(({ path }) => !isWithin(options.cwd, path) && !isWithin(root, path)),
    shown: [],
    isMovable: (path) => mayWrite(dirname(path)),
  };
  const user = { uid, gid: process.getgid?.() ?? 0 };
  const fixed = planFloor(facts).flatMap((mount) => (mount.does === "fix" ? [mount.path] : []));
  const watched: FloorPlaces = { ...places, held, fixed };
  return {
    folder,
    links: places.links.filter((path) => mayWrite(dirname(path))),
    words(hasNoTerminal) {
      // Only now: what is shown was made meanwhile.
      const all = planFloor({ ...facts, shown: shownIn(options, folder) });
      return floorWords({ mounts: all, user, cwd: options.cwd, hasNoTerminal });
    },
    guard: (pid, told) =>
      guardFloor({
        ...told,
        places: watched,
        quarantine: join(rootStateDir(stateDir, root), "quarantine", id),
        layAgain: (paths) => layAgain(pid, paths),
      }),
    clear() {
      takeAway(floors, id);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** It has its name once it says whose it is. */
function makeFolder(floors: string, id: string): string {
  const [begun, folder] = [join(floors, `${id}${BEGUN}`), join(floors, id)];
  mkdirSync(begun, { recursive: true, mode: 0o700 });
  standIn(begun, []);
  renameSync(begun, folder);
  return folder;
}

function shownIn({ stateDir, shown }: FloorOptions, folder: string) {
  const state = realpathSync(stateDir);
  const always = { from: join(folder, FLOOR_MARK), to: join(state, FLOOR_MARK) };
  const asked = Object.entries(shown).map(([name, from]) => ({ from: from(folder), to: join(state, name) }));
  return [always, ...asked.filter(({ from }) => existsSync(from))];
}

function mayWrite(folder: string): boolean {
  return onSystemError("any", false, () => {
    accessSync(folder, constants.W_OK);
    return true;
  });
}

/** What floors left that ended without a word. */
function clearDead(floors: string): void {
  const living = livingFloors(floors);
  for (const id of floorsIn(floors).filter((one) => !living.includes(one) && !one.endsWith(BEGUN))) {
    takeAway(floors, id);
    rmSync(join(floors, id), { recursive: true, force: true });
  }
}
