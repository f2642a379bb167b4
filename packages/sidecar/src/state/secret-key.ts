/** The key that contents of secret files are named with: outside the workspace, so that nobody commits or shares it. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { cannotWrite, createExclusive, readText, writing } from "@intentgate/world";

export interface SecretKey {
  /** Null where none was needed yet. */
  read(): Uint8Array | null;
  /** Makes one where there is none, or none that can be used. */
  make(): Uint8Array;
}

const BYTES = 32;

export function createSecretKey(folder: string): SecretKey {
  const file = join(folder, "secret-key");
  let known: Uint8Array | null = null;

  function read(): Uint8Array | null {
    if (known) return known;
    const text = readText(file)?.trim() ?? "";
    if (/^[0-9a-f]{64}$/.test(text)) known = Buffer.from(text, "hex");
    return known;
  }

  return {
    read,
    make() {
      const found = read();
      if (found) return found;
      writing(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
      createExclusive(file, `${randomBytes(BYTES).toString("hex")}\n`, 0o600);
      const made = read(); // another process may have been first
      if (made) return made;
      throw cannotWrite(Object.assign(new Error("it holds no key"), { code: "EINVAL" }), file);
    },
  };
}
