/** Where hosts keep the settings of the person's own. */
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative, sep } from "node:path";
import { type Host, hosts, type InstallFile } from "@intentgate/hosts";
import { realFolder } from "@intentgate/world";
import { lookAt, ownFolderOf } from "./around-host.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export function homeOf(env: Environment): string {
  const home = env.HOME ?? homedir();
  return existsSync(home) ? realpathSync(home) : home;
}

/** Relative to the home folder; the first one holds the hooks. */
export function userFiles(host: Host, home: string, env: Environment): readonly InstallFile[] {
  return host.install.user(
    relative(home, ownFolderOf(host, env, home))
      .split(sep)
      .join("/"),
  );
}

/** Those in which our hook stands, also by the names of what links lead to. */
export function settingsWithHook(env: Environment): string[] {
  const home = homeOf(env);
  const paths = hosts.flatMap((host) => userFiles(host, home, env).map(({ path }) => join(home, path)));
  const hooked = paths.filter((path) => {
    const found = lookAt(path);
    return found.kind === "closed" || (found.kind === "text" && found.text.includes("intentgate"));
  });
  return [...new Set(hooked.flatMap((path) => [path, realFolder(path) ?? path]))];
}
