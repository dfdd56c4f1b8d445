/**
 * A row of the tables of schema pairs.
 */
import type { ChangeLevel } from '../../changes/manifest-change.js';
import type { Schema } from '../../../schema/schema.js';

type Outcome = ChangeLevel | 'none';

/** Two schemas, the level of the change for an input and for an output, and the path of its gravest part. */
export type SchemaPair = readonly [
  name: string,
  before: Schema,
  after: Schema,
  input: Outcome,
  output: Outcome,
  /** Path from the root: `.city`; empty for the root. */
  path: string,
];
