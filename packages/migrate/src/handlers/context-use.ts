/**
 * One use of a handler's context, and what becomes of it.
 */
import type { Node } from 'ts-morph';
import type { TextEdit } from '../source/text-edits.js';

/** A use that the context does not have. */
export interface MissingUse {
  readonly at: Node;
  readonly construct: string;
}

/** A use that is kept, replaced or missing. */
export interface ContextUse {
  readonly edit?: TextEdit;
  readonly missing?: MissingUse;
  /** Whether `Context` has it under the same name, after the edit. */
  readonly isDirect: boolean;
}
