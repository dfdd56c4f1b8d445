/**
 * A schema of a library such as zod, in the options of a decorator.
 */
import type { JsonObject } from '@sigil/core';
import type { SourcePlace } from './source-place.js';

/** A schema for the whole input or the result of a tool. */
export interface AuthorSchema {
  readonly role: 'input' | 'output';
  /** Its name in messages: `tool "order", input`. */
  readonly subject: string;
  /** The place of the expression in the decorator. */
  readonly at: SourcePlace;
  /** The absolute path of the file with the expression, with `/`. */
  readonly file: string;
  /**
   * The text of that file with everything blank that the schema does not need, and with the schema as an export at its end. All
   * positions are those of the file.
   */
  readonly module: string;
  /** Its JSON Schema; empty until the build has evaluated it. */
  readonly schema: JsonObject;
}
