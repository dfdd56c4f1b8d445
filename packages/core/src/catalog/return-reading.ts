/**
 * Reads a method's return value as the result of its component.
 */
import type { ComponentCode } from '../manifest/plugin-module.js';
import type { Context } from '../model/context.js';
import type { Stream } from './stream-carrier.js';

/** The functions that read a method's return value. */
export interface ReturnReading<Result> {
  /** Reads a value according to the method's type. */
  value(value: unknown, code: ComponentCode): Result;
  /** Reads a stream. Absent where the method cannot return one. */
  stream?(stream: Stream, context: Context, code: ComponentCode): Promise<Result>;
}
