/** A few files whose names and contents turn into code wherever somebody evaluates them. */

const code = "a[$(>p)]";

/** Relative to the area; commands start in `work`. */
export const oddFiles: Readonly<Record<string, string>> = {
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
  "home/.keep": "",
  "tmp/.keep": "",
};
