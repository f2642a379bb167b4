/** Folders that tools fill for themselves whatever they are run for: no code of the workspace, with or without git. */
const NAMES: ReadonlySet<string> = new Set([
  "__pycache__",
  ".cache",
  ".gradle",
  ".hypothesis",
  ".ipynb_checkpoints",
  ".jest-cache",
  ".mypy_cache",
  ".nox",
  ".nyc_output",
  ".parcel-cache",
  ".pytest_cache",
  ".pytype",
  ".ruff_cache",
  ".sass-cache",
  ".tox",
  ".turbo",
  ".vitest",
]);

/** Single files of the same kind. */
const FILES =
  /^(\.coverage(\.[\w.-]{1,80})?|\.eslintcache|\.stylelintcache|[\w.-]{1,80}\.tsbuildinfo|[\w.-]{1,80}\.pyc)$/;

export function isCacheFolder(name: string): boolean {
  return NAMES.has(name);
}

export function isCacheFile(path: string): boolean {
  return FILES.test(path.slice(path.lastIndexOf("/") + 1));
}
