/**
 * Describes one operation of an HTTP API as the sources of a plugin keep it.
 */
export interface OperationDescription {
  readonly method: string;
  /** The document's template, such as `/users/{id}`. */
  readonly path: string;
}
