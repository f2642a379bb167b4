/** What the licences of the bundled packages ask for: name, licence and its text, for every package with code in the bundle. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/** `beside`: folders of packages that are shipped without going through the bundle. */
export function thirdPartyNotices(metafiles, beside = []) {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const inputs = outputs.flatMap((output) => Object.keys(output.inputs));
  const folders = [...new Set([...inputs.map(packageFolder).filter(Boolean), ...beside])].sort();
  return ["# Third-party notices", "", intro(folders.length), "", ...folders.map(notice)].join("\n");
}

function intro(count) {
  return count === 0
    ? "This program contains no code of other projects."
    : "This program contains code of the following projects.";
}

function packageFolder(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  if (typeof license !== "string") throw new Error(`${name} names no licence: it cannot be bundled`);
  const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(root, folder, file), "utf8").trim() : `Licence: ${license}`;
  return `## ${name} ${version}\n\n${license}\n\n\`\`\`text\n${text}\n\`\`\`\n`;
}
