/** The words that start a command in its box. */
import { asLooked } from "./as-looked.ts";
import { BEGUN, type BoxPlan, holderOf, INSIDE, isHeld, isUnlaid, type Layer, layerName } from "./box-plan.ts";
import { layCopiesWords } from "./copies.ts";
import { RESTORING } from "./handed-down.ts";
import { madeMovable } from "./made-movable.ts";
import { relayWords, STARTING } from "./through-proxy.ts";

/** So that what looks for the network fails at once. */
const offline = {
  ...{ npm_config_offline: "true", YARN_ENABLE_NETWORK: "0", PIP_NO_INDEX: "1", UV_OFFLINE: "1" },
  ...{ CARGO_NET_OFFLINE: "true", GOPROXY: "off", COMPOSER_DISABLE_NETWORK: "1" },
};

/**
 * Says that everything stands, and becomes the command. The box itself is deaf to signals; the command is not. Where no
 * namespace is around the box, processes are counted from here on: outside all that this person has would count.
 */
function saying({ laidBy, processes }: BoxPlan): string {
  const limit = `{ ulimit -u ${processes} || ulimit -p ${processes}; } 2> /dev/null; `;
  const says = `echo > /run/${INSIDE}/${BEGUN} && exec env -i --default-signal=TERM,INT,HUP,QUIT -- "\${given[@]}" "$@"`;
  return laidBy === "mount" ? says : limit + says;
}

/**
 * The shell around the box is root of a namespace of its own, and ends with whoever started it: said within the namespace,
 * as the kernel forgets it where rights are gained.
 */
export function outerWords(plan: BoxPlan): string[] {
  const { kind, network, laidBy } = plan;
  // No namespace in which anything could be mounted: the box makes its own.
  if (isUnlaid(plan)) return endsWithParent;
  const holder = holderOf(network);
  if (laidBy === "bubblewrap") return [...(holder === null ? [] : enterWords(holder)), ...endsWithParent];
  const own = ["--propagation", "private"];
  if (holder === null) return ["unshare", "-Urm", ...own, ...endsWithParent];
  if (isHeld(kind)) return enterToStayWords(holder, ["unshare", "-m", "--mount-proc", ...own]);
  return [...enterWords(holder), "unshare", "-m", ...own, ...endsWithParent];
}

export const endsWithParent = ["setpriv", "--pdeathsig", "KILL"];

/** As the first user of the session's namespace: it may mount there, and nowhere else. */
function enterWords(holder: number): string[] {
  return ["nsenter", "-t", `${holder}`, "-U", "-n", "--preserve-credentials"];
}

/**
 * Among the processes that the system ends with the holder, whatever else happened to those who started them. They have
 * numbers of their own there, so what looks at processes needs a `/proc` of its own.
 */
export function enterToStayWords(holder: number, mounts: readonly string[] = []): string[] {
  return [...endsWithParent, ...enterWords(holder), "-p", ...mounts, ...endsWithParent];
}

/** `bwrap` and its words, up to and with the command. */
export function boxWords(plan: BoxPlan, command: readonly string[]): string[] {
  // Without a namespace around it, it enters no network, whoever keeps one.
  const hasOwnNetwork = holderOf(plan.network) === null || isUnlaid(plan);
  return [
    ...beginning(plan, hasOwnNetwork ? ["--unshare-net"] : []),
    ...["--bind", `${plan.folder}/${INSIDE}`, `/run/${INSIDE}`],
    ...layered(plan),
    ...heldWords(plan),
    ...plan.sockets.flatMap((path) => ["--ro-bind", "/dev/null", path]),
    // Last: nothing that was bound above may show them again.
    ...plan.hidden.flatMap(({ path, kind }) =>
      kind === "folder" ? ["--tmpfs", path] : ["--ro-bind", "/dev/null", path],
    ),
    ...ending(plan, isHeld(plan.kind) ? asLooked(plan.kind.looked) : madeMovable(plan.root, plan.movable), command),
  ];
}

/** `more`: what else it has of its own. */
export function beginning({ user, needed }: BoxPlan, more: readonly string[]): string[] {
  return [
    ...["bwrap", "--unshare-user", "--uid", `${user.uid}`, "--gid", `${user.gid}`],
    ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", ...more],
    // No further namespaces, no terminal to type into, no right beyond a user's own, and an end with whoever started it.
    ...["--disable-userns", "--new-session", "--cap-drop", "ALL", "--die-with-parent"],
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run", "--tmpfs", "/var/tmp"],
    ...needed.flatMap((path) => ["--ro-bind", path, path]),
  ];
}

/** Where it begins, what is done `before`, what it is told by its environment, and itself. */
export function ending(plan: BoxPlan, before: readonly string[], command: readonly string[]): string[] {
  const { network } = plan;
  const isProxied = network.kind === "proxied";
  const told = { ...(isProxied ? {} : offline), PWD: plan.cwd, TMPDIR: "/tmp" };
  return [
    ...["--chdir", plan.cwd, "--", ...before, "bash", "--norc", "-p", "-c"],
    ...[`${RESTORING}${isProxied ? STARTING : ""}${saying(plan)}`, "box"],
    ...(isProxied ? relayWords(network.node, `/run/${INSIDE}`) : []),
    ...Object.entries(told).map(([name, value]) => `${name}=${value}`),
    ...command,
  ];
}

/** The outer of two nested places first, so that the inner one lies on it. Below a layer no socket of another program answers. */
function layered(plan: BoxPlan): string[] {
  const { kind, root, home, git, caches, shown, hasEmptyScratch, laidBy } = plan;
  if (kind === "bound") return ["--tmpfs", "/tmp", ...bound(home), ...bound(root)];
  if (typeof laidBy === "object") {
    const upper = (layer: Layer) => `${plan.folder}/${layerName(layer, "upper")}`;
    const own = ["--bind", upper("tmp"), "/tmp", "--bind", upper("home"), home];
    return [...own, ...laidBy.beside.flatMap(bound), ...layCopiesWords(root, upper("root"), laidBy)];
  }
  const places: [place: string, words: string[]][] = [
    ...(hasEmptyScratch ? [] : [layerAt(plan, "tmp", "/tmp")]),
    layerAt(plan, "home", home),
    ...shown.map((path): [string, string[]] => [path, ["--ro-bind-try", path, path]]),
    // What is held watches files that people change: on a layer it would not hear of it.
    isHeld(kind) ? [root, bound(root)] : layerAt(plan, "root", root),
    ...(git === null ? [] : [layerAt(plan, "git", git)]),
    ...caches.map((path): [string, string[]] => [path, ["--bind", path, path]]),
  ];
  const laid = places.toSorted(([a], [b]) => a.length - b.length).flatMap(([, words]) => words);
  return hasEmptyScratch ? ["--tmpfs", "/tmp", ...laid] : laid;
}

function layerAt({ kind, laidBy, folder }: BoxPlan, layer: Layer, place: string): [place: string, words: string[]] {
  const part = (name: "upper" | "work" | "merged") => `${folder}/${layerName(layer, name)}`;
  if (laidBy === "bubblewrap")
    return [place, ["--overlay-src", place, "--overlay", part("upper"), part("work"), place]];
  const bind = isHeld(kind) && layer === "home" ? "--ro-bind" : "--bind";
  return [place, [bind, part("merged"), place]];
}

/**
 * Words before a command that looks at layers that bubblewrap laid: those that are listed merged are laid again, for
 * reading, and folders that the command closed are open to it. Everything else is as outside.
 */
export function lookingWords({ folder, root, git }: BoxPlan): string[] {
  const layers: [layer: Layer, place: string][] = [
    ["root", root],
    ...(git === null ? [] : [["git", git] as ["git", string]]),
  ];
  return [
    ...["bwrap", "--unshare-user", "--uid", "0", "--gid", "0", "--unshare-net", "--unshare-pid", "--die-with-parent"],
    ...["--cap-add", "CAP_DAC_OVERRIDE", "--bind", "/", "/"],
    ...layers.flatMap(([layer, place]) => [
      ...["--overlay-src", place, "--overlay-src", `${folder}/${layerName(layer, "upper")}`],
      ...["--ro-overlay", `${folder}/${layerName(layer, "merged")}`],
    ]),
    "--",
  ];
}

/** Only what lay below an emptied folder is not there by itself. */
export function bound(path: string): string[] {
  return ["--ro-bind", path, path];
}

function heldWords({ kind }: BoxPlan): string[] {
  if (!isHeld(kind)) return [];
  // The outer of two nested places first, so that the inner one lies on it.
  const places = [
    ...[...kind.writes, ...kind.fixed].map((path) => ["--bind", path, path]),
    ...kind.guarded.map((path) => ["--ro-bind", path, path]),
  ];
  return [
    ...places.toSorted(([, one = ""], [, other = ""]) => depth(one) - depth(other)).flat(),
    ...kind.masked.flatMap((path) => ["--ro-bind", "/dev/null", path]),
  ];
}

function depth(path: string): number {
  return path.split("/").length;
}
