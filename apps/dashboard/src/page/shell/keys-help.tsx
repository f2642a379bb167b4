/** The list of keys. */
import { Dialog } from "../parts/dialog.tsx";
import { keyHelp } from "../state/key-strokes.ts";

export function KeysHelp({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keys" wide onClose={onClose}>
      <div class="keys-help">
        {keyHelp.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <ul>
              {group.keys.map(({ keys, does }) => (
                <li key={does}>
                  <span class="keys">
                    {keys.map((key, at) => (
                      <>
                        {at > 0 && " "}
                        <kbd>{key}</kbd>
                      </>
                    ))}
                  </span>
                  <span>{does}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
