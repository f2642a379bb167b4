/**
 * How to start a program so that nothing but this machine's own loopback can be reached from it and whatever it leaves
 * running ends with it: in namespaces of its own, where the system lets us make them.
 */
import { spawnSync } from "node:child_process";

const lifeline = ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
const ways = [
  ["unshare", "--net", ...lifeline],
  ["unshare", "--user", "--map-root-user", "--net", ...lifeline],
  ["unshare", "--net", "--mount"],
];

/**
 * `{ ok: true, command(program, args) }`, or `{ ok: false, why }` where the network stays open. What lies in the folder
 * `from` is seen in the folder `to` as well: others may be let in there and not here.
 */
export function apart(from, to) {
  let why = "this system has no network namespaces";
  for (const [program, ...options] of process.platform === "linux" ? ways : []) {
    const script = 'ip link set lo up && mount --bind "$0" "$1" && shift && exec "$@"';
    const words = [...options, "sh", "-c", script, from, to];
    const tried = spawnSync(program, [...words, "true"], { encoding: "utf8", timeout: 10_000 });
    if (tried.status === 0) return { ok: true, command: (started, args) => [program, ...words, started, ...args] };
    why = (tried.error?.message ?? tried.stderr).trim().split("\n")[0] || why;
  }
  return { ok: false, why };
}
