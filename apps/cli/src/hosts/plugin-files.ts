/** The files of every host's plugin, out of what the hosts say of themselves. Run by the build. */
import { addTo, hosts } from "@intentgate/hosts";
import { pluginHookSettings } from "./hook-settings.ts";

/** Relative to the folder of all plugins. */
export function pluginFiles(version: string): { path: string; text: string }[] {
  return hosts.flatMap(({ name, install }) =>
    install.plugin().map((file, at) => {
      const text = addTo(file, null, pluginHookSettings());
      if (!text.ok) throw new Error(JSON.stringify(text.problems));
      const content = at === 0 ? { ...JSON.parse(text.value), version } : JSON.parse(text.value);
      return { path: `${name}/${file.path}`, text: `${JSON.stringify(content, null, 2)}\n` };
    }),
  );
}
