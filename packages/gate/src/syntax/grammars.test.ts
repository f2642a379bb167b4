import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { languages } from "@intentgate/trace";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { grammarReader } from "./grammars.ts";

const folder = tempFolder("grammars");

const WASM = Buffer.from([0, 0x61, 0x73, 0x6d]);
const isWasm = (bytes: Uint8Array | null): boolean => bytes !== null && WASM.equals(bytes.subarray(0, 4));

describe("grammars", () => {
  it.each(languages)("are found as they were installed: %s", async (language) => {
    expect(isWasm(await grammarReader().readGrammar(language))).toBe(true);
  });

  it("come with the parser that reads them", async () => {
    expect(isWasm(await grammarReader().readRuntime())).toBe(true);
  });

  it.each(["intentgate.mjs", "chunks/a.mjs"])("are found packed beside the program: %s", async (file) => {
    mkdirSync(join(folder, "grammars"), { recursive: true });
    writeFileSync(join(folder, "grammars/go.wasm.br"), brotliCompressSync(Buffer.from("packed")));
    const reader = grammarReader(pathToFileURL(join(folder, file)).href);
    expect(String(await reader.readGrammar("go"))).toBe("packed");
    expect(await reader.readGrammar("rust")).toBeNull();
  });

  it("that are damaged are no grammar that was not there", async () => {
    mkdirSync(join(folder, "grammars"), { recursive: true });
    writeFileSync(join(folder, "grammars/java.wasm.br"), "not packed at all");
    await expect(grammarReader(pathToFileURL(join(folder, "x.mjs")).href).readGrammar("java")).rejects.toThrow();
  });
});
