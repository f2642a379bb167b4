/** A few files whose names and contents turn into code wherever somebody evaluates them. */

const code = "a[$(>p)]";

/** A catalogue that says `$(>p)` in the place of `hello`, as gettext reads it. */
const catalogue = Buffer.from(
  [
    "\xde\x12\x04\x95\x00\x00\x00\x00\x02\x00\x00\x00\x1c\x00\x00\x00,\x00\x00\x00\x00\x00\x00\x00<\x00\x00\x00\x00\x00\x00\x00<\x00\x00\x00\x05\x00\x00\x00=\x00\x00\x00(\x00\x00\x00C\x00\x00\x00\x05\x00\x00\x00l\x00\x00\x00",
    "\x00hello\x00Content-Type: text/plain; charset=UTF-8\x0a\x00$(>p)\x00",
  ].join(""),
  "latin1",
);

/** Relative to the area; commands start in `work`. */
export const oddFiles: Readonly<Record<string, string | Uint8Array>> = {
  "work/f1": "one\none\ntwo\n",
  "work/f2": "alpha beta\n",
  "work/num": `${code}\n`,
  "work/two/a": "x\nx\n",
  "work/two/b": "y\n",
  "work/two/c/d": "z\n",
  "work/odd/a[$(>p)]": "1\n",
  "work/odd/$(>p)": "2\n",
  'work/odd/BEGIN{print>"p"}': "3\n",
  "work/odd/1wp": "4\n",
  "work/odd/;>p;": "5\n",
  "work/dash/-op": "6\n",
  "work/dash/a": "7\n",
  "work/dash/@r": "--plugin=odd/x\n",
  "work/l/C.UTF-8/LC_MESSAGES/x.mo": catalogue,
  "home/.keep": "",
  "tmp/.keep": "",
};
