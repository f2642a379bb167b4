/** The words that start a program on its floor. */
import type { Mount } from "./floor-plan.ts";

export interface FloorStart {
  mounts: readonly Mount[];
  user: { uid: number; gid: number };
  cwd: string;
  /** Without the terminal that it was started from. */
  hasNoTerminal: boolean;
}

/** They lead to services that run programs for the person, outside of any box. */
const unset = [
  ...["DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS", "DOCKER_HOST", "CONTAINER_HOST", "TMUX", "STY"],
  ...["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "VSCODE_IPC_HOOK_CLI"],
];

/** Where such services listen, as far as they have a usual place. */
export function servicePlaces(uid: number): string[] {
  return [
    `/run/user/${uid}`,
    ...["docker.sock", "docker", "podman", "containerd", "dbus", "screen", "snapd.socket"].map(
      (name) => `/run/${name}`,
    ),
    ...[`tmux-${uid}`, ".X11-unix", ".ICE-unix"].map((name) => `/tmp/${name}`),
  ];
}

/** The descriptor on which it says which process stands on the floor. */
export const INFO = 9;

/** `bwrap` and its words, up to the command. The network is as usual: agents talk to their model. */
export function floorWords({ mounts, user, cwd, hasNoTerminal }: FloorStart): string[] {
  return [
    "bwrap",
    ...["--unshare-user", "--uid", `${user.uid}`, "--gid", `${user.gid}`, "--unshare-pid", "--unshare-ipc"],
    ...["--info-fd", `${INFO}`, "--die-with-parent", "--cap-drop", "ALL", ...(hasNoTerminal ? ["--new-session"] : [])],
    // Groups of the person's processes may be stopped through `/sys`.
    ...["--dev-bind", "/", "/", "--ro-bind", "/sys", "/sys", "--proc", "/proc"],
    ...mounts.flatMap(wordsFor),
    ...unset.flatMap((name) => ["--unsetenv", name]),
    ...["--chdir", cwd, "--"],
  ];
}

function wordsFor(mount: Mount): string[] {
  switch (mount.does) {
    case "fix":
    case "free":
      return ["--bind", mount.path, mount.path];
    case "hold":
      return ["--ro-bind", mount.path, mount.path];
    case "hide":
      return mount.kind === "folder"
        ? ["--perms", "0700", "--tmpfs", mount.path]
        : ["--ro-bind", "/dev/null", mount.path];
    case "show":
      return ["--ro-bind", mount.from, mount.to];
    case "close":
      return ["--remount-ro", mount.path];
  }
}
