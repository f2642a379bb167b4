import { describe, expect, it } from "vitest";
import { plainWasm } from "./plain-wasm.ts";

function watched(version = "v20.20.2") {
  const said: string[] = [];
  const wasm = plainWasm(() => ({ setFlagsFromString: (flag) => void said.push(flag) }), version);
  return { wasm, said };
}

const off = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];
const on = ["--wasm-tier-up", "--wasm-dynamic-tiering"];

describe("the switches of V8", () => {
  it("are left alone where nothing has begun", () => {
    const { wasm, said } = watched();
    expect(wasm.usually(() => 7)).toBe(7);
    expect(said).toEqual([]);
  });

  it("are set once, however often it begins", () => {
    const { wasm, said } = watched();
    wasm.begin();
    wasm.begin();
    expect(said).toEqual(off);
  });

  it("are as usual for as long as something asks for that, and also where it throws", () => {
    const { wasm, said } = watched();
    wasm.begin();
    wasm.usually(() => said.push("inside"));
    const fails = () => {
      throw new Error("no");
    };
    expect(() => wasm.usually(fails)).toThrow("no");
    expect(said).toEqual([...off, ...on, "inside", ...off, ...on, ...off]);
  });

  it.each(["v25.0.0", "v100.1.0", "v9999999999.0.0", "20.1.0", "", "v", "v.1"])(
    "are left alone under %j",
    (version) => {
      const { wasm, said } = watched(version);
      wasm.begin();
      wasm.usually(() => null);
      expect(said).toEqual([]);
    },
  );

  it.each(["v20.19.0", "v22.1.0", "v24.9.9"])("are set under %s", (version) => {
    const { wasm, said } = watched(version);
    wasm.begin();
    expect(said).toEqual(off);
  });
});
