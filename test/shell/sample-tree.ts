/** The files in which generated commands are run, and the names under which commands speak of them. */

/** Relative to the area: `work` is where a command starts, `home` its home folder, `out` lies beside both. */
export const sampleFiles: Readonly<Record<string, string>> = {
  "work/a.txt": "one\ntwo\nthree\n",
  "work/b.txt": "alpha beta\ngamma\n",
  "work/c.md": "# Title\n\ntext one\n",
  "work/data.csv": "id,name\n1,one\n2,two\n",
  "work/data.json": '{"a":1,"b":["x","y"]}\n',
  "work/names": "n1\nn2\n",
  "work/sp ace.txt": "spaced\n",
  "work/[id].txt": "odd\n",
  "work/.hidden": "hidden\n",
  "work/.gitignore": "*.log\n",
  "work/ignored.log": "ignored\n",
  "work/script.sh": "#!/bin/sh\necho hi\n",
  "work/src/main.ts": "export const one = 1;\n",
  "work/src/util.ts": "export const two = 2;\n",
  "work/src/sub/deep.txt": "deep one\n",
  "work/docs/readme.md": "read me\n",
  "work/docs/guide.md": "guide one\n",
  "work/dir/x": "x\n",
  "work/dir/y.txt": "one y\n",
  "work/fix.patch": "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n",
  "work/bad.patch": "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n nothing\n-like\n+that\n here\n",
  "home/notes.txt": "notes one\n",
  "home/.gitconfig":
    "[user]\n\tname = N\n\temail = n@example.org\n[core]\n\tfsync = none\n\tcheckStat = minimal\n\ttrustctime = false\n[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n[diff]\n\tautoRefreshIndex = false\n",
  "out/o.txt": "outside one\n",
  "out/sub/p.txt": "p\n",
};

export const sampleFolders: readonly string[] = ["work/empty", "tmp"];

export const sampleLinks: Readonly<Record<string, string>> = {
  "work/link.txt": "a.txt",
  "work/dlink": "src",
  "work/broken": "nowhere",
  "work/up": "../out",
};

/** Run once in `work` to make what only programs can make. */
export const sampleSetup = `
chmod 755 script.sh
git init -q && git add a.txt b.txt c.md src docs/readme.md .gitignore && git commit -qm first
echo more >> b.txt && git commit -qam second && git tag v1
git checkout -qb other && echo other > c.md && git commit -qam other && git checkout -q main
echo kept > data.tmp && git stash push -q -u -- data.tmp
echo changed >> a.txt && git add a.txt && echo again >> src/util.ts
tar cf arch.tar a.txt dir && tar czf arch.tgz docs
gzip -c b.txt > packed.gz
find . -path ./.git -prune -o -type f -exec touch -d 2024-01-01 {} +
git status > /dev/null
if command -v zip > /dev/null; then zip -qr arch.zip a.txt dir; fi
`;

export const names = {
  files: [
    "a.txt",
    "b.txt",
    "c.md",
    "data.csv",
    "data.json",
    "names",
    "sp ace.txt",
    "[id].txt",
    ".hidden",
    "script.sh",
    "src/main.ts",
    "src/util.ts",
    "src/sub/deep.txt",
    "docs/readme.md",
    "docs/guide.md",
    "dir/x",
    "dir/y.txt",
    "ignored.log",
  ],
  /** Through a link, or outside of the folder in which the command starts. */
  distant: ["../out/o.txt", "~/notes.txt", "link.txt", "dlink/main.ts", "up/o.txt", "../out/sub/p.txt", "broken"],
  fresh: [
    "n1",
    "n2.txt",
    "n3.md",
    "src/new.ts",
    "dir/n4",
    "docs/new/n5.txt",
    "empty/n6",
    "../out/n7",
    "~/n8",
    "dlink/n9.ts",
    "n10/n11",
    "src/../n12",
    "-n13",
    "n 14",
  ],
  folders: ["src", "docs", "dir", "empty", "src/sub", "."],
  distantFolders: ["..", "../out", "~", "dlink", "up", "missing", "n10", "src/..", "../work/src"],
  globs: [
    "*.txt",
    "*.md",
    "src/*",
    "?.txt",
    "[ab].txt",
    "dir/*",
    "d*",
    "*/*.md",
    "src/*.ts",
    "none*.x",
    "*",
    "**/*.ts",
  ],
} as const;
