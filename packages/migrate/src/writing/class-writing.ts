/**
 * The parts that the components of one class share.
 */
import type { IsServer } from '../handlers/context-uses.js';
import type { ReportFinding } from '../model.js';
import type { TypeWriter } from './type-writer.js';

/** The parts that the components of one class share. */
export interface ClassWriting {
  readonly types: TypeWriter;
  /** Functions of the results module that are used. */
  readonly helpers: Set<string>;
  /** Names that are imported from core. */
  readonly core: Set<string>;
  readonly methods: Set<string>;
  /** Texts of declarations before the class. */
  readonly declarations: string[];
  /** Texts of members of the class. */
  readonly fields: string[];
  readonly isServer: IsServer;
  readonly report: ReportFinding;
}
