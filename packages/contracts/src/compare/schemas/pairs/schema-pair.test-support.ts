/**
 * A row of the tables of schema pairs.
 */
import type { ChangeLevel } from '../../changes/manifest-change.js';
import type { Schema } from '../../../schema/schema.js';

type Outcome = ChangeLevel | 'none';

/** Two schemas, what the change from the first to the second is for an input and for an output, and where its gravest part is. */
export type SchemaPair = readonly [
  name: string,
  before: Schema,
  after: Schema,
  input: Outcome,
  output: Outcome,
  /** From the root on: `.city`; empty for the root. */
  path: string,
];
