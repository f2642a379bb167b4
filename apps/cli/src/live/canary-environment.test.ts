import { expect, it } from "vitest";
import { type CanaryPlace, canaryEnvironment, ledBy } from "./canary-environment.ts";

type Loaded = CanaryPlace["files"][number];

const live = { leadingVariables: /^(?:GEMINI|GOOGLE)_.*$/ };
const file = (text: string | null): Loaded => ({
  ...{ place: "/r/.env", kind: "variables" },
  look: text === null ? { kind: "closed" } : { kind: "text", text },
});
const seen = (env: NodeJS.ProcessEnv, ...files: Loaded[]) =>
  canaryEnvironment(env, { folder: "/run/x", stateDir: "/home/dev/.local/state/intentgate", files });

it.each<[string, NodeJS.ProcessEnv, string | null, string | undefined]>([
  ["nobody", {}, null, "/home/dev/.local/state"],
  ["the person", { XDG_STATE_HOME: "/theirs" }, null, "/theirs"],
  ["a file", {}, "XDG_STATE_HOME=/tmp/x", undefined],
  ["both", { XDG_STATE_HOME: "/theirs" }, "XDG_STATE_HOME=/tmp/x", "/theirs"],
  ["another file", {}, "XDG_CONFIG_HOME=/tmp/x", "/home/dev/.local/state"],
])("the place of the state, set by %s, is what their session would see", (_who, env, text, wanted) => {
  expect(seen(env, ...(text === null ? [] : [file(text)])).XDG_STATE_HOME).toBe(wanted);
});

it("sees no key of the person's, and no code that their variables name", () => {
  const env = { PATH: "/bin", API_KEY: "secret", NODE_OPTIONS: "--require=x", HTTPS_PROXY: "http://theirs" };
  expect(JSON.stringify(seen(env))).not.toMatch(/secret|require|theirs/);
});

it.each([
  "GEMINI_TELEMETRY_ENABLED=true",
  "GEMINI_TELEMETRY_OTLP_ENDPOINT=http://x",
  "OTEL_EXPORTER_OTLP_HEADERS=x",
  "GOOGLE_VERTEX_BASE_URL=http://x",
  "GEMINI_CLI_SYSTEM_SETTINGS_PATH=/x",
  "A=1\nexport NODE_OPTIONS=--require=./x.cjs",
  "NODE_TLS_REJECT_UNAUTHORIZED=0",
  "socks_proxy=http://x",
  "LD_PRELOAD=./x.so",
])("a file with %j leads it elsewhere", (text) => {
  expect(ledBy([file(text)], seen({}, file(text)), live)).toContain("sets");
});

it("a file that cannot be looked into leads it elsewhere", () => {
  expect(ledBy([file(null)], {}, live)).toContain("/r/.env");
});

it.each(["", "DATABASE_URL=postgres://x", "XDG_STATE_HOME=/tmp/x", "HTTPS_PROXY=http://x", "# OTEL_X=1"])(
  "a file with %j leads it nowhere",
  (text) => {
    expect(ledBy([file(text)], seen({}, file(text)), live)).toBeNull();
  },
);

it("what the run sets itself, no file changes", () => {
  expect(ledBy([file("GEMINI_API_KEY=mine")], { GEMINI_API_KEY: "made-up" }, live)).toBeNull();
});
