/** More classes of what was once called safe: what a line does through what lies outside of it, and was not looked at. */
import type { Class, Member } from "./classes.ts";

const one = (command: string, leaves: string | null = "p"): Member => ({ command, leaves });
const after = (given: string, command: string, leaves: string | null = "p"): Member => ({ given, command, leaves });

export const outsideClasses: readonly Class[] = [
  {
    name: "files that are opened once more by their number",
    members: [
      one("echo hi < a.txt > /dev/stdin", "a.txt"),
      one("echo hi 3< a.txt > /dev/fd/3", "a.txt"),
      one("echo hi 3< a.txt > /proc/self/fd/3", "a.txt"),
      one("echo hi 7< a.txt >> /dev/fd/7", "a.txt"),
      one("exec 4< a.txt; echo hi > /dev/fd/4", "a.txt"),
      one("exec {d}< a.txt; echo hi > /dev/fd/$d", "a.txt"),
      one("{ echo hi > /dev/stdin; } < a.txt", "a.txt"),
      one("while read -r l; do echo x > /dev/fd/0; done < a.txt", "a.txt"),
      one("f() { echo x > /dev/stdin; }; f < a.txt", "a.txt"),
      one("tee /dev/stdin < a.txt", "a.txt"),
      one("echo hi | tee /dev/fd/5 5< a.txt", "a.txt"),
      one("sort -o /dev/stdin b.txt < a.txt", "a.txt"),
      one("cp b.txt /dev/stdin < a.txt", "a.txt"),
      one("dd if=b.txt of=/dev/stdin < a.txt", "b.txt"),
      one("uniq b.txt /dev/stdin < a.txt", "b.txt"),
      one("xxd b.txt /dev/fd/3 3< a.txt", "a.txt"),
      one("sed -n 'w /dev/fd/3' b.txt 3< a.txt", "a.txt"),
      one(`awk '{print > "/dev/fd/3"}' b.txt 3< a.txt`, "a.txt"),
      one("find . -fprintf /dev/stdin x < a.txt", "a.txt"),
      one("truncate -s 0 /dev/fd/3 3< a.txt", "a.txt"),
      one("chmod 600 /dev/stdin < a.txt", "a.txt"),
      one("curl -s -o /dev/fd/3 file:///etc/passwd 3< a.txt", null),
      one("echo hi 2< a.txt > /dev/stderr", "a.txt"),
      one("echo hi 1< a.txt > /dev/stdout", null),
      one("tee /dev/fd/2 2< a.txt < b.txt", "a.txt"),
      one("exec 3< a.txt 2<&3; echo x > /dev/stderr", "a.txt"),
      one("exec 2< a.txt 1<&2; echo x > /dev/stdout", "a.txt"),
      one("tee /dev/stdout < b.txt 1<&0", "b.txt"),
      one("echo x 2>> a.txt > /dev/stderr", "a.txt"),
      one("tee >(cat) 63< a.txt < b.txt", "a.txt"),
      one("xxd a.txt /dev/stdout >&-", "a.txt"),
      one("cd /dev; echo x > stdin", null),
      one("sqlite3 /dev/stdin 'create table t(a)' < a.txt", null),
    ],
  },
  {
    name: "devices that are taken away",
    members: [
      one("rm -f /dev/null", null),
      one("ln -sf a.txt /dev/null", null),
      one("ln -f a.txt /dev/zero", null),
      one("install a.txt /dev/null", null),
      one("cp --remove-destination a.txt /dev/null", null),
      one("cp -a a.txt /dev/null", null),
      one("cp -l a.txt /dev/full", null),
      one("chmod 600 /dev/null", null),
      one("chown nobody /dev/tty", null),
      one("mv a.txt /dev/null", null),
      one("rsync a.txt /dev/null", null),
      one("unlink /dev/stderr", null),
    ],
  },
];
