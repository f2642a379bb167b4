/** A person of their own on this machine, with a home, a state folder and a project, and the box driven as that person. */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
// @ts-expect-error a script
import { bundleTs } from "../../scripts/bundle-ts.mjs";

const NOBODY = 65_534;
/** Only what hangs takes so long. */
const LONGEST_MS = 150_000;
/** What 50,000 files are told in. */
const MOST_BYTES = 64_000_000;
const asPerson =
  process.getuid?.() === 0 ? ["/usr/bin/setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];

/** Whether `pose` can be used. */
export const canPose = process.getuid?.() === 0;

const refused = (program: string) =>
  `[ "$1" != --version ] || exec $real --version; echo '${program} failed: Operation not permitted' >&2; exit 1`;
/** As on Ubuntu 24.04: bubblewrap works, and nothing else gets a namespace or a mount. The last one poses the others. */
export const noLayers = {
  ...{ unshare: refused("unshare"), nsenter: refused("nsenter") },
  mount: `[ "$1" != --version ] || exec $real --version; echo 'mount: /x: permission denied.' >&2; exit 32`,
};

const CLEARING = 'for n in $(seq 200); do rm -rf -- "$1" 2> /dev/null; [ -e "$1" ] || exit 0; sleep 0.1; done';

export interface Stage {
  /** Below the home folder. */
  root: string;
  home: string;
  state: string;
  /** A script as the person, without a box. */
  plain(script: string): string;
  /** The same, begun and left to itself. */
  start(words: readonly string[]): ReturnType<typeof spawn>;
  boxed(order: Record<string, unknown>): Told;
  /** The same, begun and left to itself. */
  begin(order: Record<string, unknown>): ReturnType<typeof spawn>;
  drive(order: Record<string, unknown>): unknown;
  /**
   * From now on these programs of the system are others, or not there (null), for whatever is started here and nobody
   * else, and something is mounted on these places, an empty disk or what stands elsewhere; without a word all are as they
   * were. `$real` names the true one. Only root can do so.
   */
  pose(programs?: Record<string, string | null>, mounts?: readonly (string | Bind)[]): void;
  /** The words around everything that is started here. */
  around(): string[];
  clear(): void;
}

export interface Bind {
  from: string;
  to: string;
}

export interface Told {
  ended: { began: true; code: number; isListed: boolean } | { began: false; why: string };
  verdicts: [does: string, path: string, becomes: string, because: string][];
  unreadable: string[];
  failed: { path: string; why: string }[];
  lost: string[];
  committed: string[] | null;
  scratch: string[];
  /** Of what it wrote for scratch what did not come back. */
  left: string[];
  lostRefs: string[];
  output: string;
  /** Why it cannot run on copies. */
  planned?: string;
}

/** `where`: what stands between the home folder and the project. `drivenBy`: the program that carries out orders. */
export async function setStage(where = "project", drivenBy = "driver.ts"): Promise<Stage> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-box-"));
  chmodSync(folder, 0o755);
  const driver = join(folder, "driver.mjs");
  await bundleTs(join(import.meta.dirname, drivenBy), driver);
  chmodSync(driver, 0o644);
  const home = join(folder, "home");
  const [root, state] = [join(home, where), join(home, ".local/state/intentgate")];
  for (const path of [home, root, state]) mkdirSync(path, { recursive: true });
  own(home);
  const env = { HOME: home, PATH: process.env.PATH ?? "", LANG: "C.UTF-8", GIT_CONFIG_GLOBAL: "/dev/null" };
  let posed: string[] = [];
  const around = () => [...posed, ...asPerson];
  const words = () => [...around(), process.execPath, driver];
  const all = (order: Record<string, unknown>) => JSON.stringify({ root, state, scope: "^", apply: true, ...order });

  function drive(order: Record<string, unknown>): unknown {
    const [program = "", ...rest] = words();
    const ran = spawnSync(program, rest, {
      input: JSON.stringify(order),
      env,
      cwd: root,
      encoding: "utf8",
      timeout: LONGEST_MS,
      maxBuffer: MOST_BYTES,
    });
    if (ran.status !== 0) throw new Error(`the driver failed: ${ran.stderr}`);
    return JSON.parse(ran.stdout);
  }
  return {
    root,
    home,
    state,
    plain(script) {
      const [program = "", ...rest] = [...around(), "bash", "-c", script];
      return spawnSync(program, rest, { cwd: root, env, encoding: "utf8", timeout: LONGEST_MS }).stdout;
    },
    start(own) {
      const [program = "", ...rest] = [...around(), ...own];
      return spawn(program, rest, { cwd: root, env, stdio: ["ignore", "pipe", "ignore"] });
    },
    boxed: (order) => drive(JSON.parse(all(order))) as Told,
    begin(order) {
      const [program = "", ...rest] = words();
      const child = spawn(program, rest, { env, cwd: root, stdio: ["pipe", "pipe", "ignore"] });
      child.stdin.end(all(order));
      return child;
    },
    drive,
    around,
    pose(programs = {}, places = []) {
      const binds = Object.entries(programs).map(([name, script], at) => {
        const [file, real] = [join(folder, `posed-${at}`), join(folder, `real-${name}`)];
        cpSync(`/usr/bin/${name}`, real);
        writeFileSync(file, `#!/bin/sh\nreal=${real}\n${script}\n`);
        chmodSync(file, script === null ? 0o644 : 0o755);
        return `mount --bind ${file} /usr/bin/${name}`;
      });
      const laid = places.map((place) =>
        typeof place === "string"
          ? `mount -t tmpfs -o mode=1777 none ${quoted(place)}`
          : `mount --bind ${quoted(place.from)} ${quoted(place.to)}`,
      );
      const mounts = [...binds, ...laid];
      const script = [...mounts, 'exec "$@"'].join(" && ");
      posed = mounts.length === 0 ? [] : ["unshare", "-m", "--propagation", "private", "bash", "-c", script, "posed"];
    },
    // What still ends there may write its last words.
    clear: () => void spawnSync("bash", ["-c", CLEARING, "clear", folder]),
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

export function own(path: string): void {
  if (process.getuid?.() === 0) spawnSync("chown", ["-hR", `${NOBODY}:${NOBODY}`, path]);
}
