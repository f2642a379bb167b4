/** The browser that tests and pictures use: chromium, installed by apt where that is allowed. */
import { existsSync } from "node:fs";
import { runBounded } from "./run-bounded.mjs";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const APT_MS = 4 * 60_000;

/** `{ ok: true, path }`, or `{ ok: false, why }` that says what to install. */
export async function findBrowser(say) {
  const given = process.env.INTENTGATE_TEST_BROWSER;
  if (given && existsSync(given)) return { ok: true, path: given };
  const found = () => places.find((path) => existsSync(path));
  if (found()) return { ok: true, path: found() };
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get"))
    return { ok: false, why: "there is no chromium; install it, or name one in INTENTGATE_TEST_BROWSER" };
  say("chromium is being installed\n");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const until = Date.now() + APT_MS;
  const install = () =>
    runBounded("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], {
      env,
      withinMs: until - Date.now(),
    });
  let done = await install();
  if (done.code !== 0) {
    await runBounded("apt-get", ["update"], { env, withinMs: until - Date.now() });
    done = await install();
  }
  if (found()) return { ok: true, path: found() };
  return { ok: false, why: `chromium could not be installed: ${done.out.trim().split("\n").at(-1) ?? ""}` };
}
