/** What the repository knows and where it stands: indexes, routes and documents. */

export const stages = ["understand", "plan", "act", "review"] as const;
export type Stage = (typeof stages)[number];

export const docTypes = ["skill", "workflow", "example", "alignment"] as const;
export type DocType = (typeof docTypes)[number];

export const docUsages = ["primary", "optional", "example"] as const;
export type DocUsage = (typeof docUsages)[number];

export interface RouteIndex {
  scope: string;
  topic: string;
  summary: string;
  /** From the root, as all paths here. */
  routeFile: string;
  line: number;
}

export interface RelatedDocument {
  path: string;
  /** Empty: any. */
  stages: Stage[];
  usage: DocUsage;
  line: number;
}

export interface RouteFile {
  path: string;
  scope: string;
  topic: string;
  routes: { whenToUse: string; documents: RelatedDocument[] }[];
}

export interface KnowledgeDocument {
  path: string;
  id: string;
  type: DocType;
  /** Empty: any. */
  stages: Stage[];
  summary: string;
}

export interface Knowledge {
  indexes: RouteIndex[];
  routeFiles: RouteFile[];
  documents: KnowledgeDocument[];
}
