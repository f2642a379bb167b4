import fc from "fast-check";
import { expect, it } from "vitest";
import { boundedOutput } from "./bounded-output.ts";

const bytes = fc.uint8Array({ maxLength: 400 }).map((it) => Buffer.from(it.map((byte) => 97 + (byte % 26))));

it("keeps everything within the limit, else the first and the last bytes, however it arrives", () => {
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 8 }), fc.integer({ min: 2, max: 600 }), (chunks, most) => {
      const output = boundedOutput(most);
      for (const chunk of chunks) output.add(chunk);
      const whole = Buffer.concat(chunks).toString();
      const head = Math.ceil(most / 2);
      const cut = `${whole.slice(0, head)}\n… ${whole.length - most} bytes cut …\n${whole.slice(whole.length - most + head)}`;
      expect(output.text()).toBe(whole.length <= most ? whole : cut);
    }),
  );
});

it("cuts between characters", () => {
  const output = boundedOutput(7);
  for (let round = 0; round < 10; round++) output.add(Buffer.from("é€"));
  expect(output.text()).toBe("é\n… 45 bytes cut …\n€");
});

it("stays small however many chunks arrive", () => {
  const output = boundedOutput(1_000);
  const chunk = Buffer.alloc(50_000, "x");
  for (let round = 0; round < 2_000; round++) output.add(chunk);
  expect(output.text()).toContain(`${2_000 * 50_000 - 1_000} bytes cut`);
});
