/** The browser that tests and pictures use: chromium, installed by apt where that is allowed. */
import { existsSync } from "node:fs";
import { installPackage } from "./debian-package.mjs";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** `{ ok: true, path }`, or `{ ok: false, why }` that says what to install. */
export async function findBrowser(say) {
  const given = process.env.INTENTGATE_TEST_BROWSER;
  if (given && existsSync(given)) return { ok: true, path: given };
  const found = () => places.find((path) => existsSync(path));
  const why = await installPackage("chromium", found, say);
  if (why === null) return { ok: true, path: found() };
  return { ok: false, why: `${why}; install it, or name one in INTENTGATE_TEST_BROWSER` };
}
