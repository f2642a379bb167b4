/** What code that is not trusted has no business with: keys, tokens, and what the gate keeps. */
import { posix } from "node:path";

const inHome = [
  ...[".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".config/gh", ".config/gcloud", ".config/op"],
  ...[".password-store", ".local/share/keyrings", ".netrc", ".git-credentials", ".npmrc", ".pypirc"],
  ...[".cargo/credentials", ".cargo/credentials.toml", ".gem/credentials", ".config/composer/auth.json"],
];

/** Whether they are there is for the caller to look at. */
export function hiddenPlaces(home: string, state: string): string[] {
  return [state, ...inHome.map((path) => posix.join(home, path))];
}
