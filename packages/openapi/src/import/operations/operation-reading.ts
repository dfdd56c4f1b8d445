/**
 * The document and its defaults, as the readers of operations need them.
 */
import type { JsonObject } from '@sigil/core';
import type { Notices } from '../reporting/notices.js';
import type { Dialect } from '../schemas/shape-reading.js';
import type { DocumentSet } from '../source/document-set.js';

export interface OperationReading {
  readonly documents: DocumentSet;
  readonly dialect: Dialect;
  readonly notices: Notices;
  readonly root: JsonObject;
}
