/**
 * Blanks secrets in thrown values, before callers, logs and traces read them.
 */
import { blankData } from '../model/blank-data.js';
import type { SecretFilter } from '../model/secret-filter.js';
import { isInstance, readThrown, tameThrown } from './thrown-value.js';

/** The members of errors that others read, beside `cause` and `errors`. */
const texts = ['name', 'message', 'stack', 'code', 'data', 'suggestions', 'jsonUri'] as const;

/** Deeper causes are left out of a copy: descriptions of errors end before them. */
const deepestCause = 8;

/**
 * @returns the value itself if it holds no secret, else a copy of the same class: the author's code may keep and freeze its errors
 */
export function blankThrown(thrown: unknown, filter: SecretFilter, depth = 0): unknown {
  const error = tameThrown(thrown);
  if (!isInstance(error, Error)) return blankData(error, filter);
  const before = new Map<string, unknown>(texts.map((name) => [name, readThrown(error, name)]));
  const blanked = new Map<string, unknown>([...before].map(([name, value]) => [name, blankData(value, filter)]));
  for (const name of ['cause', 'errors', 'kind']) before.set(name, readThrown(error, name));
  blanked.set('kind', before.get('kind'));
  blanked.set('cause', blankNested(before.get('cause'), filter, depth));
  blanked.set('errors', blankEach(before.get('errors'), filter, depth));
  return [...before].every(([name, value]) => blanked.get(name) === value) ? error : copyOf(error, blanked);
}

function blankNested(thrown: unknown, filter: SecretFilter, depth: number): unknown {
  return thrown === undefined || depth === deepestCause ? undefined : blankThrown(thrown, filter, depth + 1);
}

/** Blanks the errors of an `AggregateError`. */
function blankEach(errors: unknown, filter: SecretFilter, depth: number): unknown {
  if (!Array.isArray(errors)) return errors;
  const blanked = errors.map((error: unknown) => blankNested(error, filter, depth));
  return blanked.every((error, index) => error === errors[index]) ? errors : blanked;
}

/**
 * Copies own members with their symbols, since `ToolError` is recognised by one. Members that the class computes, perhaps from private
 * fields, become own ones.
 */
function copyOf(error: Error, blanked: ReadonlyMap<string, unknown>): Error {
  const members: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(error);
  for (const [name, value] of blanked) {
    if (value === undefined) delete members[name];
    else members[name] = { value, enumerable: false, writable: true, configurable: true };
  }
  return Object.create(Object.getPrototypeOf(error) as object, members) as Error; // of the same class
}
