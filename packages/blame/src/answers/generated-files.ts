/** Files that a program writes from others: who typed their lines says nothing, and the same lines stand in them again and again. */

const names = new Set([
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "packages.lock.json",
  "bun.lockb",
  "go.sum",
  "go.work.sum",
  "Package.resolved",
  "Manifest.toml",
  "flake.lock",
  ".terraform.lock.hcl",
]);

const endings = [".lock", ".lockfile", ".min.js", ".min.css", ".js.map", ".css.map", ".pb.go", "_pb2.py"];

const MOST_LINES = 5;
const MOST_CHARACTERS = 400;

export function isGenerated(path: string, lines: readonly string[]): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (names.has(name) || endings.some((ending) => name.endsWith(ending))) return true;
  return lines.slice(0, MOST_LINES).some((line) => says(line.slice(0, MOST_CHARACTERS).toLowerCase()));
}

/** As most generators write it. */
function says(line: string): boolean {
  const at = line.indexOf("generated");
  if (at < 0) return false;
  if (/(?:^|\s)@generated(?:\s|$)/.test(line)) return true;
  const isSo = /\b(?:code|automatically|auto) $|\bauto-?$/.test(line.slice(0, at));
  return isSo && line.indexOf("do not ", at) > 0;
}
