import { describe, expect, it } from "vitest";
import { claimsOf, outputOf, usesContract } from "../../../../test/support/shell/uses-contract.ts";

usesContract("sessions and tracers", {
  known: {
    "su root -c 'touch x'": ["script touch x"],
    "su - bob -c 'touch x'": ["script touch x in ~bob"],
    "su -l -c ls": ["script ls in ~root"],
    "strace -f -o log.txt touch x": ["log.txt", "runs touch x"],
    "strace ls": ["runs ls"],
    "strace -e trace=file,network ls": ["runs ls"],
    "strace -e openat -e signal=none ls": ["runs ls"],
    "strace -e '!futex' ls": ["runs ls"],
    "unshare --mount-proc=/proc touch x": ["runs touch x"],
    "systemd-run --unit x touch y": ["runs touch y in /"],
    "systemd-run --scope touch y": ["runs touch y"],
    "tmux new-session -ds x 'touch y'": ["script touch y"],
    "tmux new -c dir touch y": ["runs touch y in dir"],
    "tmux ls": [],
  },
  refused: [
    "su",
    "su bob",
    "su bob -s ./x -c ls",
    "su $x -c ls",
    "su -c ls -c pwd",
    "su a b -c ls",
    "strace",
    "strace -p 5",
    "strace -o '|x' ls",
    "strace -E A=b ls",
    "strace -e $x ls",
    "strace -e inject=all:error=EPERM ls",
    "strace -einject=openat:retval=3 ls",
    "strace -e fault=all ls",
    "strace -e trace=all -e inject=execve:poke_enter=@arg1=2f62696e ls",
    "strace -e made-up=x ls",
    "strace --inject=all ls",
    "unshare",
    "unshare -R x ls",
    "systemd-run -p ExecStartPre=./x ls",
    "systemd-run -E A=b ls",
    "systemd-run",
    "tmux",
    "tmux new",
    "tmux send-keys x",
    "tmux ls -F '#(x)'",
    "tmux new -n '#(x)' ls",
    "tmux new ls ';' kill-server",
    "tmux new 'ls;' kill-server",
    "tmux new $x",
    "tmux -f x new ls",
  ],
});

usesContract("7z", {
  known: {
    "7z l a.7z": [],
    "7zz t -scrcSHA256 a.7z": [],
    "7z x -so a.7z": [],
    "7z": [],
    "7z a a.7z b": ["a.7z"],
    "7z a -sdel a.7z b": ["a.7z", "b"],
    "7z a -v10m a.7z b": ["a.7z.*"],
    "7z x a.7z": ["./**"],
    "7z e a.7z -oout b": ["out/**"],
    "7z x a.7z '-oout/*'": ["out/**"],
  },
  refused: ["7z a", "7z x $x", "7z a @list", "7z a a.7z -made-up", "7z z a.7z", "7z l $x", "7z a -so a.7z b"],
});

describe("filters that turn text around", () => {
  const text = (said: string) => ({ kind: "text", text: said }) as const;

  it.each([
    ["rev", "ba\ndc\n", "ab\ncd\n"],
    ["tac", "a\nb\n", "b\na\n"],
    ["tr a-c A-C", "abcd", "ABCd"],
    ["tr a-z n-za-m", "gbhpu", "touch"],
    ["tr -d x", "txouxch", "touch"],
    ["tr abc xy", "abc", "xyy"],
    ["tr '[:lower:]' '[:upper:]'", "ab", "AB"],
    ["xxd -r -p", "746f", "to"],
  ])("%s makes of %j", (command, said, made) => {
    expect(outputOf(command, text(said))).toBe(made);
  });

  it.each([
    ["rev a.txt", "ab"],
    ["tr -c a b", "ab"],
    ["tr -s a", "aa"],
    ["tr '[a*]' b", "a"],
    ["tr z-a b", "a"],
    ["tr $x b", "a"],
    ["tr a", "a"],
    ["xxd -r", "746f"],
    ["xxd -r -p", "zz"],
    ["xxd -r -p", "ff"],
  ])("%s is not followed on %j", (command, said) => {
    expect(outputOf(command, text(said))).toBeNull();
  });

  it("is not known where the input is not", () => {
    expect(outputOf("rev")).toBeNull();
    expect(claimsOf("rev a.txt")).toEqual([]);
  });
});

describe("programs that are read from the input", () => {
  const given = (command: string, text: string) => claimsOf(command, { kind: "text", text });

  it.each([
    ["python3", "print(1)"],
    ["python3", 'open("x","w")'],
    ["python3 -", 'import os\nos.remove("x")\n'],
    ["node", 'require("fs").rmSync("x")'],
    ["ruby", 'File.delete("x")'],
    ["perl", 'unlink("x");'],
    ["php", "<?php unlink('x');"],
    ["python3 a.py", "print(1)"],
    ["python3 -i", "print(1)"],
    ["python3 - x", "print(1)"],
    ["python3", "import evil"],
    ["node a.js", "console.log(1)"],
    ["ruby -r x", "puts 1"],
    ["perl a.pl", "print 1"],
  ])("does not know %s given %j", (command, text) => {
    expect(given(command, text)).toBe("not known");
  });

  it("does not know them where the input is not known", () => {
    expect(claimsOf("python3")).toBe("not known");
    expect(claimsOf("node -")).toBe("not known");
  });
});
