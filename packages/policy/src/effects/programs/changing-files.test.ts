import { describe, expect, it } from "vitest";
import { findProgram } from "./program-list.ts";
import { usesContract, wordsOf } from "./uses-contract.ts";

usesContract("programs that delete", {
  known: {
    "rm a.txt": ["a.txt"],
    "rm -rf dir/ b.txt": ["dir", "b.txt"],
    "rm -rf -- -x": ["-x"],
    "rm --force --recur dir": ["dir"],
    "rm -rf .": ["."],
    "rm -rf /": ["/"],
    "rm $x": ["?"],
    "rm -f *.txt": ["*.txt"],
    "rmdir empty": ["empty"],
    "rmdir -p dir/sub": ["dir/sub", "dir"],
    "unlink a.txt": ["a.txt"],
    "shred a.txt": ["a.txt"],
    "shred -u a.txt": ["a.txt"],
  },
  refused: [
    "rm --made-up a",
    "rm -rfZ a",
    "rmdir --made-up a",
    "unlink a b",
    "unlink -x",
    "shred --made-up a",
    "rm -*",
  ],
});

usesContract("programs that copy, move and link", {
  known: {
    "cp a.txt new.txt": ["new.txt"],
    "cp a.txt dir/": ["dir/a.txt"],
    "cp a.txt b.txt dir": ["dir/a.txt", "dir/b.txt"],
    "cp -t dir a.txt b.txt": ["dir/a.txt", "dir/b.txt"],
    "cp --target-directory=dir a.txt": ["dir/a.txt"],
    "cp a.txt .": ["a.txt"],
    "cp -r src copy": ["copy", "copy/**"],
    "cp --parents src/lib.rs dir": ["dir/src/lib.rs"],
    "cp --parents ../x dir": ["dir/**"],
    "cp -b a.txt b.txt": ["b.txt", "b.txt~"],
    "cp --backup=numbered a.txt b.txt": ["b.txt", "b.txt.~*~"],
    "cp -S .old a.txt b.txt": ["b.txt", "b.txt.old"],
    "cp a.txt $x": ["?"],
    "cp $x dir/": ["dir/**", "?"],
    "cp $x new.txt": ["new.txt", "?"],
    "cp -- $x new.txt": ["new.txt"],
    "mv $x new.txt": ["?", "new.txt"],
    "cp *.txt dir": ["dir", "dir/*.txt"],
    "cp *.txt dir/": ["dir/*.txt"],
    "cp a.txt /dev/null": [],
    "mv a.txt new.txt": ["a.txt", "new.txt"],
    "mv a.txt b.txt dir": ["a.txt", "dir/a.txt", "b.txt", "dir/b.txt"],
    "mv -t dir a.txt": ["a.txt", "dir/a.txt"],
    "mv -T dir new": ["dir", "new"],
    "mv a.txt $x": ["a.txt", "?"],
    "mv a.txt /dev/null": ["a.txt", "/dev/null"],
    "ln -s a.txt link": ["link"],
    "ln -sf ../src/lib.rs .": ["lib.rs"],
    "ln -s ../other": ["other"],
    "ln a.txt hard": ["hard"],
    "ln -sft dir a.txt": ["dir/a.txt"],
    "install a.txt new": ["new"],
    "install -m 755 a.txt dir/": ["dir/a.txt"],
    "install -D a.txt made/deep/new": ["made/deep/new"],
    "install -d one two": ["one", "two"],
    "link a.txt hard": ["hard"],
  },
  refused: [
    "cp --definitely-unknown a b",
    "cp a.txt",
    "cp",
    "cp --pa a b dir --re",
    "mv a.txt",
    "mv --made-up a b",
    "ln --made-up a b",
    "ln",
    "install --strip-program=./x -s a b",
    "install a",
    "link a",
    "link a b c",
    "cp -t",
  ],
});

usesContract("programs that make files", {
  known: {
    "mkdir new": ["new"],
    "mkdir -p one/two three/": ["one/two", "three"],
    "mkdir -m 700 new": ["new"],
    "touch new a.txt": ["new", "a.txt"],
    "touch -d yesterday a.txt": ["a.txt"],
    "touch $x": ["?"],
    "truncate -s 0 a.txt": ["a.txt"],
    "chmod +x a.txt": ["a.txt"],
    "chmod -x a.txt": ["a.txt"],
    "chmod -R 755 dir": ["dir"],
    "chmod --reference=a.txt b.txt": ["b.txt"],
    "chmod $x a.txt": ["?", "a.txt"],
    "chown -R root:root dir": ["dir"],
    "chgrp root a.txt": ["a.txt"],
    "dd if=a.txt of=new bs=1": ["new"],
    "dd if=a.txt": [],
    "dd $x": ["?"],
    "mktemp template.XXXX": ["template.*"],
    "mktemp -d -p dir t.XXXXXX": ["dir/t.*"],
    "mktemp -u": [],
    "mktemp --suffix=.log": ["/tmp/tmp.*.log"],
    "split -l 1 file.txt part_": ["part_*"],
    "split file.txt": ["x*"],
    "csplit file.txt 2": ["xx*"],
    "mkfifo pipe": ["pipe"],
    sync: [],
  },
  refused: [
    "mkdir --made-up x",
    "touch --made-up x",
    "truncate --made-up x",
    "truncate -s",
    "chmod --made-up x",
    "chown --made-up x y",
    "dd of",
    "dd made=up",
    "mktemp --made-up",
    "mktemp a b",
    "mktemp -u $x",
    "split --filter='sh -c x' a.txt",
    "split a b c",
    "csplit $x 2",
    "csplit --made-up a 2",
    "mkfifo --made-up x",
    "sync --made-up",
  ],
});

usesContract("devices and attributes", {
  known: {
    "mkfs.ext4 /dev/sdb1": ["/dev/sdb1"],
    "mkfs -t ext4 -F /dev/sdb1": ["/dev/sdb1"],
    "wipefs -a /dev/sdb": ["/dev/sdb"],
    "wipefs /dev/sdb": [],
    "fallocate -l 1M big": ["big"],
    "setfacl -m u:a:r a.txt": ["a.txt"],
    "chattr -R +i a.txt dir": ["a.txt", "dir"],
    "sponge a.txt": ["a.txt"],
  },
  refused: [
    "mkfs.ext4",
    "mkfs --made-up /dev/sdb1",
    "wipefs $x",
    "wipefs --made-up x",
    "fallocate --made-up x",
    "setfacl --restore=x",
    "chattr a.txt",
    "sponge --made-up",
    "parted /dev/sdb rm 1",
    "mount a b",
  ],
});

describe("links", () => {
  const target = (command: string) => {
    const [name, ...args] = wordsOf(command);
    const use = findProgram(name?.text ?? "")?.use(args, { stdin: { kind: "none" }, variable: () => undefined });
    return use?.effects.flatMap((effect) => (effect.does === "write" ? [effect.linkTarget] : []));
  };
  it.each([
    ["ln -s /etc/passwd link", "/etc/passwd"],
    ["ln -s ../x dir/link", "dir/../x"],
    ["ln -s ~/.config/x link", "~/.config/x"],
    ["ln a.txt dir/hard", "a.txt"],
    ["ln -sr a.txt dir/link", "a.txt"],
    ["cp -s a.txt link", "a.txt"],
    ["link a.txt hard", "a.txt"],
  ])("%s leads to %s", (command, leadsTo) => {
    expect(target(command)).toEqual([leadsTo]);
  });
  it("says nothing of a link for a plain copy", () => {
    expect(target("cp a.txt b.txt")).toEqual([undefined]);
  });
});
