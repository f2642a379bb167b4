/** What a resource of this server is. */
import type { Checked } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";

export interface McpResource {
  name: string;
  uri: string;
  title: string;
  description: string;
  read(workspace: Workspace): Promise<Checked<unknown>>;
}
