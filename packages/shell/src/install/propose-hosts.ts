/** The hosts that a project is installed from, by the lock files that were found and the settings of who reads them. */
import type { InstallSettings } from "./ecosystems.ts";
import { installOf } from "./install-of.ts";

/** From the name of a lock file to what installs by it. */
const installers: Readonly<Record<string, string>> = {
  "package-lock.json": "npm ci",
  "npm-shrinkwrap.json": "npm ci",
  "pnpm-lock.yaml": "pnpm install",
  "yarn.lock": "yarn install",
  "requirements.txt": "pip install",
  "uv.lock": "uv sync",
  "poetry.lock": "poetry install",
  "Cargo.lock": "cargo fetch",
  "go.sum": "go mod download",
  "Gemfile.lock": "bundle install",
  "composer.lock": "composer install",
};

export const lockFiles: readonly string[] = Object.keys(installers);

const MOST_HOSTS = 20;
const resolved = /\bresolved"?:? "(https?:\/\/[^"\s]+)"/g;
/** A name out in the world, as the policy spells it. */
const name = /^(?!.*\.localhost(?::|$))(?=.*\.[a-z])[a-z0-9][a-z0-9.-]*(?::\d+)?$/;

/** `locks`: by name, what each says. */
export function proposeHosts(locks: ReadonlyMap<string, string>, settings: InstallSettings): string[] {
  const found = [...locks].flatMap(([file, text]) => {
    const own = new Set([...text.matchAll(resolved)].flatMap(([, address = ""]) => hostOf(address)));
    if (own.size > 0) return [...own];
    return installOf((installers[file] ?? "").split(" "), settings)?.hosts ?? [];
  });
  return [...new Set(found)].filter((host) => name.test(host)).slice(0, MOST_HOSTS);
}

function hostOf(address: string): string[] {
  return URL.canParse(address) ? [new URL(address).host] : [];
}
