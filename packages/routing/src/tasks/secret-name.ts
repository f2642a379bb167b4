/** Names under which a credential would stand: judged word by word, so that an `author` is none and an `apiKey` is. */
const alone = new Set(["password", "passwd", "passphrase", "secret", "token", "credential", "apikey", "auth", "jwt"]);
const keys = new Set(["api", "private", "access", "secret", "signing", "encryption"]);

export function isSecretName(name: string): boolean {
  const words = name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => (word.endsWith("s") && word !== "pass" ? word.slice(0, -1) : word));
  const last = words.at(-1) ?? "";
  return alone.has(last) || (last === "key" && keys.has(words.at(-2) ?? ""));
}
