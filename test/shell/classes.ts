/** Ways in which a command was once called safe and was not, each with several members: no reading may call any of them safe. */

export interface Member {
  /** Run before it, to make what others have left there. */
  given?: string;
  command: string;
  /** What is made or changed when it is run; null where the shell or the program that does so is not the one at hand. */
  leaves: string | null;
}

export interface Class {
  name: string;
  /** Judged as the next command for a shell that stays. */
  kept?: true;
  members: readonly Member[];
}

const evil = "touch -- 'a[$(touch p)]'";
const one = (command: string, leaves: string | null = "p"): Member => ({ command, leaves });
const after = (given: string, command: string, leaves: string | null = "p"): Member => ({ given, command, leaves });

export const classes: readonly Class[] = [
  {
    name: "code in a word of an interpreter",
    members: [
      one(`perl -e 'open(F,">p")'`),
      one(`perl -F'/,/);open(F,">p");(1' -ne print a.txt`),
      one(`python3 -I -c 'import subprocess; subprocess.run(["ls","x"],0,"/usr/bin/touch")'`, null),
      one(`python3 -I -c 'import os; os.symlink("../lib/b.ts","src/l"); open("src/l","w").write("x")'`, null),
      one("perl -ne print src/*", null),
      one("ruby -e 'puts 1'", null),
      one(`node -p "require('fs').writeFileSync('p','')"`, null),
      one("php -r 'touch(\"p\");'", null),
    ],
  },
  {
    name: "texts that the shell reads once more",
    members: [
      one("declare -a a='($(touch p))'"),
      one("declare -A a='([$(touch p)]=1)'"),
      one("a=(1); declare a='($(touch p))'"),
      one("readonly -a a='($(touch p))'"),
      one("f() { local -a a='($(touch p))'; }; f"),
      after(evil, 'for f in *; do declare -a a="($f)"; done', null),
      one("y='b[$(touch p)]'; declare -ai a=(y)"),
      one("y='b[$(touch p)]'; declare -i a=(y)"),
      after("touch f", "i='c[$(touch p)]'; cat {b[i]}<f"),
      one("[[ 'a[$(touch p)]' =~ .* ]]; echo $((BASH_REMATCH[0]))"),
      one(": 'a[$(touch p)]'; echo $((_[0]))"),
      one("f() { local x=(\"$1\"); echo $((x[0])); }; f 'a[$(touch p)]'"),
    ],
  },
  {
    name: "options that stand behind an operand",
    members: [
      after("touch f", "xxd f -e", "-e"),
      after("touch f", "xxd f -p", "-p"),
      after("touch f", "xxd -b f -u", "-u"),
      after("touch f", "xxd -- f -e", "-e"),
      after("touch f", "uniq f -c", null),
      after("touch f", "uniq -i f -d", null),
    ],
  },
  {
    name: "bytes that the parser gives to nothing",
    members: [
      one("echo 1>(touch p)"),
      one("echo 2>(touch p)"),
      one("x=($(touch p))a"),
      one("x=(1)`touch p`"),
      one("x=(a $(touch p))b"),
      one("x=('' $(touch p))$y"),
      one("echo <(:)#a; touch p"),
      one("echo >(:)#a; touch p"),
      one("echo a<(:)#b ; touch p"),
      one("cat <(echo a)#b\ntouch p"),
      one("declare x=($(touch p))a"),
      one("y=1 x=(`touch p`)z"),
      one("x=([$(cat <<'E'\n$(touch p)\nE\n)]=f1)"),
      one("x=([$(echo '$(touch p)')]=1)"),
      one("eval <&-$'touch p'"),
      one("eval 3>&-'touch p'"),
      one("echo {x}>(touch p)"),
      one(`cat <<E\n\${x:-'$(touch p)'}\nE`),
      one(`echo "$(: \${x:=$'$(touch p)'})"`),
      one(`echo "$((cat <<E\n) a\nE\n)\n#a& touch p;: || test 'd'  'a'\\''$(touch p;:)'"c"\n)"`),
    ],
  },
  {
    name: "names that others chose, evaluated",
    members: [
      after(evil, "for f in a[[]*; do echo $((f)); done"),
      after(evil, "for f in a[[]*; do [[ $f -eq 0 ]]; done"),
      after(evil, 'for f in a[[]*; do test -v "$f"; done'),
      after(evil, "set -- a[[]*; echo $(($1))"),
      after(evil, "x=(a[[]*); echo $((x))"),
      after(evil, `x=abc; for f in a[[]*; do echo "\${x:$f}"; done`),
      after(evil, "for f in a[[]*; do b[$f]=1; done"),
      after(evil, 'for f in a[[]*; do printf -v "$f" x; done'),
      after(evil, 'for f in a[[]*; do read "$f" < a.txt; done'),
      after(evil, 'a=(1); for f in a[[]*; do unset "$f"; done'),
      after(evil, "for f in a[[]*; do declare -i y=$f; done"),
      after(evil, "let a[[]*"),
      after("touch -- '$(touch p)'", `for f in *; do echo \${f@P}; done`),
      after("touch -- ';touch p;'", "eval echo *"),
      after("touch -- 'touch p'", 'for f in t*; do bash -c "$f"; done'),
      after(`touch -- 'BEGIN{system("touch p")}'`, "awk B*"),
      after("touch -- '1w p'", "sed 1w* a.txt"),
      after("mkdir q; touch -- q/-v 'q/a[$(touch p)]'; cd q", "[ * ]", "q/p"),
    ],
  },
  {
    name: "one pattern that is several words",
    members: [
      one("uniq dir/*", "dir/y.txt"),
      one("find dir -type f -exec uniq {} +", null),
      one("xxd dir/*", "dir/y.txt"),
      one("xxd -r dir/*", null),
      one('set -- dir/*; uniq "$1" "$2"', "dir/y.txt"),
      one(`x=(dir/*); uniq "\${x[0]}" "\${x[1]}"`, "dir/y.txt"),
      one('f() { uniq "$1" "$2"; }; f dir/*', "dir/y.txt"),
      one('f() { uniq "$@"; }; f dir/*', "dir/y.txt"),
      one("rsync *", null),
      one("fd . dir -X uniq", null),
      one("echo dir/* | xargs uniq", "dir/y.txt"),
    ],
  },
  {
    name: "dialects of one program",
    members: [
      one("sed -n -i '' a.txt", "a.txt"),
      one("sed -i -n '' b.txt", "b.txt"),
      one("sed --quiet -i '' c.md", "c.md"),
      one("sed -l 'w p' p a.txt", null),
      one(`mawk 'length / 1 > "p" ; 2 / 1' a.txt`, null),
      one(`awk 'BEGIN { x = length /1; print 2 > "p" /; x = 1' a.txt`, null),
      one("xxd -bc a.txt p"),
      one("xxd -up b.txt p"),
      one("ltrace -x ls touch p", null),
      one("ltrace -D 77 touch p", null),
      one("tree -Lo 2 p", null),
      one("cat a.txt | less -x4op", null),
      one("date +%s 0101", null),
    ],
  },
  {
    name: "text taken for a number",
    members: [
      after("echo 'a[$(touch p)]' > f", "x=$(cat f || wc -l); echo $((x))"),
      after("echo 'a[$(touch p)]' > f", "x=$(cat f; wc -l); echo $((x))", null),
      after("echo 'a[$(touch p)]' > f", "wc() { cat f; }; x=$(ls | wc -l); echo $((x))"),
      after("echo 'a[$(touch p)]' > f", "x=$({ cat f >&3 | wc -l > /dev/null; } 3>&1); echo $((x))"),
      after("echo 'a[$(touch p)]' > f", "x=$({ cat f >&2; } 2>&1); echo $((x))"),
      after("echo 'a[$(touch p)]' > f", "x=$(cat f 4>&1 >&4 | nproc 2>&1); echo $((x))", null),
      after("echo 'a[$(touch p)]' > f", "x=$(if true; then cat f; else wc -l; fi); (( x ))"),
      after("echo 'a[$(touch p)]' > f", "nproc() { cat f; }; x=$(nproc); [[ x -eq 0 ]]"),
      after("echo 'a[$(touch p)]' > f", "x=$(cat f | { cat; wc -l > /dev/null; }); echo $((x))"),
      after("echo 'a[$(touch p)]' > f", 'x="$(cat f)$(wc -l < /dev/null)"; echo $((x))', null),
      after("echo 'a[$(touch p)]' > f", "read x < f; echo $((x))"),
    ],
  },
  {
    name: "definitions that stay in a shell that is kept",
    kept: true,
    members: [
      one("alias ls='rm -rf src'", null),
      one("ls() { touch p; }", null),
      one('for f in *; do alias "$f"; done', null),
      one("f() { ls; }", null),
      one("cat() { touch p; }; true", null),
      one("npm() { touch p; }", null),
      one("trap 'echo \"$BASH_COMMAND\"' DEBUG", null),
      one("declare -i x", null),
      one("unset RANDOM; RANDOM=1", null),
      one("export NODE_EXTRA=1", null),
      one("shopt -s dotglob", null),
      one("set -f", null),
      one("set -a", null),
      one("exec < a.txt", null),
      one("IFS=x", null),
    ],
  },
  {
    name: "names that are no text",
    members: [
      one("echo x > $'src/a\\xff'", null),
      one("touch $'\\377'", null),
      one("cp a.txt $'b\\x80c'", null),
      one("echo x > $'a\\xc3'", null),
      one("touch \"$(printf 'a\\xff')\"", null),
      one("touch a\ud800", null),
    ],
  },
  {
    name: "signs that another shell reads otherwise",
    members: [
      one("ls | rm", null),
      one("ls | rm -f", null),
      one("ls | rmdir", null),
      one("echo x >! f", null),
      one("echo x >>! f", null),
      one("set -x PATH /tmp", null),
      one("set PATH=x", null),
      one("sort /o p a.txt", null),
      one("sort a.txt /O p", null),
    ],
  },
];
