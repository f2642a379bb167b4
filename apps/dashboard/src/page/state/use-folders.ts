/** A tree of the server: folders are fetched when they are opened and again when they changed. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Topic } from "../../api/api.ts";
import type { ApiProblem, Window } from "../../api/shared.ts";
import type { Answer } from "./client.ts";
import { onChanged } from "./live.ts";
import { type Folder, type OpenRow, openRows, type TreeEntry } from "./open-rows.ts";

const AT_ONCE = 500;
const PAUSE_MS = 500;

export interface ShownTree<E> {
  rows: OpenRow<E>[];
  problems: readonly ApiProblem[];
  toggle(path: string): void;
  /** Opens folders, so that something in them is seen. */
  reveal(paths: readonly string[]): void;
  more(folder: string): void;
}

export function useFolders<E extends TreeEntry>(
  key: string,
  load: (folder: string, from: number, count: number, signal: AbortSignal) => Promise<Answer<Window<E>>>,
  topics: readonly Topic[],
): ShownTree<E> {
  const [folders, setFolders] = useState<ReadonlyMap<string, Folder<E>>>(new Map());
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<readonly ApiProblem[]>([]);
  const control = useRef(new AbortController());
  const state = useRef({ folders, open, load });
  state.current = { folders, open, load };

  async function fetchFolder(path: string, from: number): Promise<void> {
    const { signal } = control.current;
    const response = await state.current.load(path, from, AT_ONCE, signal);
    if (signal.aborted) return;
    if (!response.ok) {
      setProblems(response.problems);
      return;
    }
    const { items, total } = response.value;
    setProblems([]);
    setFolders((before) => {
      const known = from === 0 ? [] : (before.get(path)?.items.slice(0, from) ?? []);
      return new Map(before).set(path, { items: [...known, ...items], total });
    });
    const [only] = items;
    // A folder with nothing but one folder in it is opened through.
    if (from === 0 && total === 1 && only?.kind === "folder" && !state.current.folders.has(path)) show([only.path]);
  }

  function show(paths: readonly string[]): void {
    setOpen((before) => new Set([...before, ...paths]));
    for (const path of paths) if (!state.current.folders.has(path)) fetchFolder(path, 0);
  }

  useEffect(() => {
    control.current = new AbortController();
    setFolders(new Map());
    setOpen(new Set());
    fetchFolder("", 0);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onChanged((changed) => {
      if (!topics.some((topic) => changed.has(topic))) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const path of ["", ...state.current.open]) if (state.current.folders.has(path)) fetchFolder(path, 0);
      }, PAUSE_MS);
    });
    return () => {
      control.current.abort();
      clearTimeout(timer);
      stop();
    };
  }, [key]);

  return {
    rows: openRows(folders, open),
    problems,
    toggle(path) {
      if (!open.has(path)) return show([path]);
      const closed = new Set(open);
      closed.delete(path);
      setOpen(closed);
    },
    reveal: show,
    more: (folder) => {
      fetchFolder(folder, folders.get(folder)?.items.length ?? 0);
    },
  };
}
