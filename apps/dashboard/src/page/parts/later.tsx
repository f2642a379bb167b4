/** A part with a large library behind it: fetched when it is first shown. */
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Loading } from "./pieces.tsx";

export function later<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  let known: FunctionComponent<P> | null = null;
  return function Later(props: P) {
    const [Part, setPart] = useState<FunctionComponent<P> | null>(() => known);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Part !== null) return;
      load().then(
        (loaded) => {
          known = loaded;
          setPart(() => loaded);
        },
        () => setFailed(true),
      );
    }, [Part]);
    if (failed) return <p class="soft">This part could not be loaded. Reload the page.</p>;
    return Part === null ? <Loading rows={3} /> : <Part {...props} />;
  };
}
