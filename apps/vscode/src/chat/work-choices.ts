/** What a prompt can be for: a folder, and in it an intent or whatever the agent takes. */

export interface FolderWork {
  root: string;
  name: string;
  intents: readonly { id: string; name: string }[];
}

export interface WorkChoice {
  root: string;
  intent: string | null;
}

/** As the panel lists them: `value` comes back with the prompt. */
export interface OfferedChoice {
  value: string;
  label: string;
}

const valueFor = ({ root, intent }: WorkChoice) => JSON.stringify([root, intent]);

/** Two folders may each have an INT-001, so with several each choice says where it is. */
export function offeredChoices(folders: readonly FolderWork[]): OfferedChoice[] {
  const several = folders.length > 1;
  return folders.flatMap(({ root, name, intents }) => {
    const place = several ? `${name}: ` : "";
    return [
      { value: valueFor({ root, intent: null }), label: `${place}the agent chooses` },
      ...intents.map((one) => ({
        value: valueFor({ root, intent: one.id }),
        label: `${place}${one.id}  ${one.name}`,
      })),
    ];
  });
}

/** Null where the choice is none of those that there are now; one folder needs no choice. */
export function readChoice(value: string | null, folders: readonly FolderWork[]): WorkChoice | null {
  const [only] = folders;
  if (value === null) return only && folders.length === 1 ? { root: only.root, intent: null } : null;
  const all = folders.flatMap(({ root, intents }) => [
    { root, intent: null },
    ...intents.map(({ id }) => ({ root, intent: id })),
  ]);
  return all.find((choice) => valueFor(choice) === value) ?? null;
}
