/** Stands for a coding agent: whatever it is told to start, it starts as its own child, and tells what came of it. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

function start({ id, file, words, input, cwd, env }) {
  const child = spawn(file, words, { cwd, env });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (more) => {
    out += more;
  });
  child.stderr.setEncoding("utf8").on("data", (more) => {
    err += more;
  });
  child.on("close", (code) => process.stdout.write(`${JSON.stringify({ id, code, out, err })}\n`));
  child.stdin.on("error", () => undefined); // a program that refuses early does not read its input
  child.stdin.end(input);
}

createInterface({ input: process.stdin }).on("line", (line) => start(JSON.parse(line)));
