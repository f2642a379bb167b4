import { describe, expect, it } from "vitest";
import { claimsOf, outputOf, usesContract } from "./uses-contract.ts";

usesContract("programs that run another", {
  known: {
    env: [],
    "env rm a": ["runs rm a"],
    "env FOO=bar rm a": ["runs rm a"],
    "env -i -u X -- rm a": ["runs rm a"],
    "env - rm a": ["runs rm a"],
    "env -C src touch p": ["runs touch p in src"],
    "env -S 'FOO=bar ls' x": ["runs ls x"],
    "nice -n 19 rm a": ["runs rm a"],
    "nice -5 rm a": ["runs rm a"],
    nice: [],
    "nohup touch a": ["runs touch a"],
    "timeout -k 5 10s rm -rf a": ["runs rm -rf a"],
    "stdbuf -oL grep x": ["runs grep x"],
    "setsid -w rm a": ["runs rm a"],
    "ionice -c2 -n7 rm a": ["runs rm a"],
    "taskset -c 0,1 rm a": ["runs rm a"],
    "time -o log rm a": ["log", "runs rm a"],
    "sudo rm -rf a": ["runs rm -rf a"],
    "sudo -u root -n A=b rm a": ["runs rm a"],
    "doas rm a": ["runs rm a"],
    "busybox rm -rf a": ["runs rm -rf a"],
    "flock lock rm a": ["lock", "runs rm a"],
    "flock lock -c 'rm a'": ["lock", "script rm a"],
    "script -qc 'rm a' /dev/null": ["script rm a"],
    "script -c 'rm a'": ["typescript", "script rm a"],
    "watch -n 1 'ls; rm a'": ["script ls; rm a"],
    "watch rm a b": ["script rm a b"],
    xargs: [],
    "xargs rm": ["runs rm +"],
    "xargs -0 -n1 rm -f": ["runs rm -f +"],
    "xargs -I{} mv {} dir/{}": ["runs mv … …"],
    "xargs -I % sh -c 'rm %'": ["runs sh -c …"],
    "xargs env FOO=bar cat": ["runs env FOO=bar cat +"],
    "xargs $c": ["runs … +"],
    "parallel rm ::: a 'b c'": ["script rm 'a'", "script rm 'b c'"],
    "parallel 'rm {}.o' ::: a": ["script rm 'a'.o"],
    "parallel rm": ["runs rm +"],
    "parallel 'rm x;'": ["script …"],
  },
  refused: [
    "env PATH=. ls",
    "env LD_PRELOAD=./x.so ls",
    "env GIT_PAGER=./x git log",
    "env $x ls",
    "env -u $x ls",
    "env -S 'sh -c \"rm a\"'",
    "env --made-up ls",
    "env -C $x ls",
    "nice --made-up ls",
    "nice -n $x ls",
    "timeout $t ls",
    "timeout 5",
    "timeout --made-up 5 ls",
    "nohup",
    "stdbuf --made-up ls",
    "ionice -p 1",
    "taskset -p 1",
    "chrt -p 1",
    "sudo -i",
    "sudo -s rm a",
    "sudo -e a",
    "sudoedit a",
    "sudo PATH=. ls",
    "sudo $x",
    "doas -s",
    "busybox",
    "busybox $x",
    "flock lock",
    "flock $x rm a",
    "script",
    "script a",
    "watch",
    "watch $x",
    "xargs --made-up rm",
    "xargs -n $x rm",
    "parallel rm :::: list",
    "parallel rm {.} ::: a",
    "parallel rm ::: a ::: b",
    "parallel --made-up rm ::: a",
    "chroot dir ls",
    "su -c ls",
    "strace ls",
    "at now",
    "crontab -e",
    "crontab a",
    "crontab -r",
  ],
});

usesContract("find and fd where they act", {
  known: {
    "find . -name '*.tmp' -delete": ["./**"],
    "find dir src -delete": ["dir/**", "src/**"],
    "find -name x -delete": ["./**"],
    "find . -fprint out.txt": ["out.txt"],
    "find . -fls out.txt": ["out.txt"],
    "find . -fprintf out.txt %p": ["out.txt"],
    "find . -exec rm {} \\;": ["runs rm ./**"],
    "find dir -exec chmod 644 {} +": ["runs chmod 644 dir/**"],
    "find / -exec rm {} +": ["runs rm /**"],
    "find dir src -exec rm {} +": ["runs rm dir/**", "runs rm src/**"],
    "find . -maxdepth 0 -exec touch new \\;": ["runs touch new"],
    "find . -execdir rm {} \\;": ["runs rm ./**"],
    "find . -execdir ls {} \\;": ["runs ls ./**"],
    "find . -exec mv {} {}.bak \\;": ["runs mv ./** ./**"],
    "find . -exec sh -c 'rm {}' \\;": ["runs sh -c …"],
    "find . -name a -exec ls {} \\; -exec rm {} \\;": ["runs ls ./**", "runs rm ./**"],
    "fd -e tmp -x rm": ["runs rm ./**"],
    "fd lib src -X chmod +x {}": ["runs chmod +x src/**"],
  },
  refused: [
    "find . -execdir touch new \\;",
    "find . -execdir sh -c 'touch new' \\;",
    "find . -execdir mv {} new \\;",
    "find . -execdir cp {} $x \\;",
    "find . -exec rm {} +x",
    "find . -exec \\;",
    "find . -fprint",
    "find . -fprintf out.txt",
    "find . -size $x -delete",
    "find . $x",
    "find . -made-up -delete",
    "fd -x",
    "fd $x -x rm",
    "fd a -x $x",
    "fd --made-up",
  ],
});

describe("what is known of the input and the output", () => {
  const text = (said: string) => ({ kind: "text", text: said }) as const;

  it.each([
    ["xargs touch", "a b\nc\n", ["runs touch a b c"]],
    ["xargs -n1 touch", "a b\n", ["runs touch a", "runs touch b"]],
    ["xargs -I{} mv {} x/{}", "a b\nc\n", ["runs mv a b x/a b", "runs mv c x/c"]],
    ["xargs touch", "'a b'\n", ["runs touch +"]],
    ["xargs -d, touch", "a,b", ["runs touch +"]],
    ["xargs -0 touch", "a b", ["runs touch +"]],
    ["xargs -a list touch", "a", ["runs touch +"]],
  ])("%s given %j", (command, said, claims) => {
    expect(claimsOf(command, text(said))).toEqual(claims);
  });

  it.each([
    ["echo a b", "a b\n"],
    ["echo -n a", "a"],
    ["echo -x a", "-x a\n"],
    ["printf '%s\\n' a b", "a\nb\n"],
    ["printf 'a%%%d' 7", "a%7"],
    ["printf a", "a"],
  ])("%s prints %j", (command, said) => {
    expect(outputOf(command)).toBe(said);
  });

  it.each([
    "echo $x",
    "echo *",
    "echo -e 'a\\x62'",
    "printf '%x' 7",
    "printf '\\101'",
    "printf '%d' 010",
    "printf '%s' $x",
  ])("what %s prints is not known", (command) => {
    expect(outputOf(command)).toBeNull();
  });

  it("decodes what is piped into base64 -d, and nothing that is no text", () => {
    expect(outputOf("base64 -d", text("dG91Y2ggeA=="))).toBe("touch x");
    expect(outputOf("base64 -d", text("//79"))).toBeNull();
    expect(outputOf("base64 -d", text("dG91Y2ggeA-_"))).toBeNull();
    expect(outputOf("base64 -d a.txt", text("dG91Y2ggeA=="))).toBeNull();
  });
});
