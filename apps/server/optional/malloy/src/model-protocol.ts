/**
 * The requests to a package's process, and its answers: plain JSON.
 */

/** A field of a source. */
export interface FieldInfo {
  /** Name in queries */
  name: string;
  /** Whether it groups rows, is added up over them, is a view, or a joined source */
  kind: 'dimension' | 'measure' | 'view' | 'join';
  /** Type of its values; of dimensions and measures */
  type?: string;
  /** Its text in the model; of views */
  text?: string;
}

/** A query that a model names. */
export interface QueryInfo {
  /** Name in the model */
  name: string;
  /** Its text in the model */
  text?: string;
}

/** A source of a model. */
export interface SourceInfo {
  /** Name in queries */
  name: string;
  /** Its fields */
  fields: FieldInfo[];
}

/** A model that was compiled. */
export interface ModelInfo {
  /** Its sources */
  sources: SourceInfo[];
  /** Its queries */
  queries: QueryInfo[];
}

/** A query to run. */
export interface QueryJob {
  /** Path of the model within the package */
  model: string;
  /** Malloy */
  text: string;
  rowLimit: number;
  /** Whether a caller wrote the text, which then may not contain SQL */
  isForeign: boolean;
}

/** Rows, and what is known of them. */
export interface QueryOutcome {
  rows: object[];
  /** Columns of the rows */
  fields: { name: string; type: string }[];
  sql: string;
  /** Annotations of the query, such as `# bar_chart` */
  annotations: string[];
}

/** Something that Malloy does not accept. */
export interface ModelProblem {
  message: string;
  code?: string;
  /** From 1 */
  line?: number;
  /** From 1 */
  column?: number;
}

/** A request by its number. */
export type ModelRequest =
  | { readonly id: number; readonly kind: 'compile'; readonly model: string }
  | { readonly id: number; readonly kind: 'run'; readonly job: QueryJob };

/** The answer with the same number. */
export type ModelAnswer =
  | { readonly id: number; readonly model: ModelInfo }
  | { readonly id: number; readonly outcome: QueryOutcome }
  | { readonly id: number; readonly problems: ModelProblem[] };

/** The start parameters of a process. */
export interface ModelSettings {
  /** Files of the modules that it loads. */
  readonly malloy: string;
  readonly duckdb: string;
  readonly maxMemoryMb: number;
  readonly maxModelBytes: number;
}
