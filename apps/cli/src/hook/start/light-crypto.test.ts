import crypto from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lightCrypto } from "./light-crypto.ts";

const fresh = () => lightCrypto(() => crypto);
const light = fresh();
const hexOf = (bytes: Uint8Array) => crypto.createHash("sha256").update(bytes).digest("hex");

describe("hashes", () => {
  it.each([0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 1_000, 4_023, 4_086, 4_087, 4_088, 5_000, 200_000])(
    "are the same over %i bytes",
    (size) => {
      const bytes = crypto.randomBytes(size);
      expect(fresh().createHash("sha256").update(bytes).digest("hex")).toBe(hexOf(bytes));
    },
  );

  it("are the same in whatever pieces the bytes come, and whatever is written to a piece afterwards", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 6 }), (pieces) => {
        const hash = fresh().createHash("sha256");
        const wanted = hexOf(Buffer.concat(pieces));
        for (const piece of pieces) {
          hash.update(piece);
          piece.fill(0);
        }
        expect(hash.digest("hex")).toBe(wanted);
      }),
      { numRuns: 60 },
    );
  });

  it("are the same of texts, and of a part of a larger buffer", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        expect(fresh().createHash("sha256").update(text).digest("base64")).toBe(
          crypto.createHash("sha256").update(text).digest("base64"),
        );
      }),
    );
    const part = new Uint8Array(crypto.randomBytes(64).buffer, 3, 20);
    expect(light.createHash("sha256").update(part).digest()).toEqual(Buffer.from(hexOf(part), "hex"));
  });

  it("are the same again and again, of texts known and new, before and after node's own is loaded", () => {
    let loaded = 0;
    const one = lightCrypto(() => {
      loaded += 1;
      return crypto;
    });
    const short = (text: string) => one.createHash("sha256").update(text).digest("hex");
    const changed = one.createHash("sha256").update("session").digest() as Buffer;
    changed.fill(0); // whoever got it may write to it
    for (let at = 0; at < 500; at++) expect(short("session")).toBe(hexOf(Buffer.from("session")));
    expect(loaded).toBe(0);
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 130 }), { minLength: 10, maxLength: 80 }), (texts) => {
        for (const bytes of [...texts, ...texts])
          expect(one.createHash("sha256").update(bytes).digest("hex")).toBe(hexOf(bytes));
      }),
      { numRuns: 10 },
    );
    expect(loaded).toBeGreaterThan(0);
    for (const text of ["session", "another"]) expect(short(text)).toBe(hexOf(Buffer.from(text)));
  });

  it("tell texts apart whose bytes are not text", () => {
    const other = fresh();
    const all = Array.from({ length: 40 }, (_, at) => Buffer.from([0xc3, at, 0xff, 0x00]));
    const digests = all.map((bytes) => other.createHash("sha256").update(bytes).digest("hex"));
    expect(digests).toEqual(all.map(hexOf));
    expect(new Set(digests).size).toBe(40);
  });

  it.each(["sha1", "sha512", "SHA256"])("of another kind (%s) are node's own", (algorithm) => {
    const wanted = crypto.createHash(algorithm).update("x").digest("hex");
    expect(light.createHash(algorithm).update("x").digest("hex")).toBe(wanted);
  });
});

describe("randomness", () => {
  it("comes in the size that was asked for, and never twice", () => {
    expect(light.randomBytes(33)).toHaveLength(33);
    expect(light.randomBytes(0)).toHaveLength(0);
    const drawn = Array.from({ length: 200 }, () => light.randomBytes(8).toString("hex"));
    expect(new Set(drawn).size).toBe(200);
  });

  it("makes ids of version 4", () => {
    for (let at = 0; at < 50; at++)
      expect(light.randomUUID()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe("node's own", () => {
  const counted = () => {
    let loaded = 0;
    const own = lightCrypto(() => {
      loaded++;
      return crypto;
    });
    return { own, loaded: () => loaded };
  };

  it("is not loaded for a few short texts and an id", () => {
    const { own, loaded } = counted();
    for (let at = 0; at < 500; at++) own.createHash("sha256").update("the same").digest("hex");
    for (let at = 0; at < 5; at++) own.createHash("sha256").update(`one of ${at}`).digest("hex");
    own.randomUUID();
    expect(loaded()).toBe(0);
  });

  it.each([
    ["what is not there", (own: typeof crypto) => own.createHmac("sha256", "key").update("x").digest("hex")],
    ["a long text", (own: typeof crypto) => own.createHash("sha256").update("x".repeat(4_100)).digest("hex")],
    [
      "many short texts",
      (own: typeof crypto) => {
        for (let at = 0; at < 70; at++) own.createHash("sha256").update(`text ${at}`).digest("hex");
      },
    ],
  ])("is loaded for %s", (_, use) => {
    const { own, loaded } = counted();
    use(own);
    expect(loaded()).toBeGreaterThan(0);
  });
});
