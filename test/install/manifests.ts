/** What npm reads of this repository, in a folder of its own: the manifests, the lock file and the settings. */
import { spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { projectFiles, root } from "../project-files.ts";

export function copyManifests(folder: string): void {
  const wanted = projectFiles().filter((path) =>
    /^((packages|apps)\/[^/]+\/)?package(-lock)?\.json$|^\.npmrc$/.test(path),
  );
  for (const path of wanted) cpSync(join(root, path), join(folder, path));
}

/** Tests have a home of their own; which registry to ask and what is fetched already is the person's. */
export function npm(
  folder: string,
  words: readonly string[],
  mostMs: number,
): Promise<{ code: number | null; out: string }> {
  const home = userInfo().homedir;
  const env = {
    npm_config_userconfig: join(home, ".npmrc"),
    npm_config_cache: join(home, ".npm"),
    ...process.env,
    npm_config_loglevel: "notice", // `npm run --silent` would have it say nothing
  };
  const child = spawn("npm", words, { cwd: folder, env, shell: process.platform === "win32", timeout: mostMs });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out }));
  });
}
