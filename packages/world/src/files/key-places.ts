/** Where keys and tokens of a person lie, relative to their home folder. */
export const keyPlaces: readonly string[] = [
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".kube",
  ".docker",
  ".config/gh",
  ".config/gcloud",
  ".config/op",
  ".password-store",
  ".local/share/keyrings",
  ".netrc",
  ".git-credentials",
  ".npmrc",
  ".pypirc",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".config/composer/auth.json",
];

/** What lies beside keys and is none. */
const open = /(?:\.pub|^\.ssh\/(?:config|known_hosts\S*|authorized_keys))$/;

/** Whether a path relative to the home folder is one of these, or lies in it. */
export function isKeyPlace(path: string): boolean {
  const isIn = keyPlaces.some((place) => path === place || path.startsWith(`${place}/`));
  return isIn && !open.test(path);
}
