/**
 * The document and its defaults, as the readers of operations need them.
 */
import type { JsonObject } from '@sigil/core';
import type { SecurityScheme } from '../../runtime/description.js';
import type { Notices } from '../reporting/notices.js';
import type { Dialect } from '../schemas/shape-reading.js';
import type { DocumentSet } from '../source/document-set.js';

/** A security scheme and its text for the operator. */
export interface ReadScheme {
  readonly scheme: SecurityScheme;
  readonly description?: string;
}

export interface OperationReading {
  readonly documents: DocumentSet;
  readonly dialect: Dialect;
  readonly notices: Notices;
  readonly root: JsonObject;
  /** The security schemes of the document, by name. */
  readonly schemes: ReadonlyMap<string, ReadScheme>;
}
