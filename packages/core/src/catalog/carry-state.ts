/**
 * Carries state from one generation of a plugin to the next: the fields that parts declare, written and read by their types.
 *
 * The newer code's types check the older code's state, so a field with a changed shape is never misread.
 */
import { describeThrown, type DescribeOptions } from '../errors/thrown-value.js';
import type { ArgumentProblem, CarryCode } from '../manifest/plugin-module.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { quotePath } from '../model/quote-path.js';
import type { Instances } from './construct-parts.js';

/** The state of one part: its fields as JSON text, or the reason they could not be written. */
export type CarriedPart = { readonly version: number; readonly json: string } | { readonly why: string };

/** The state of a plugin, by part name. Plain data, because it crosses to workers and processes. */
export type CarriedState = Readonly<Record<string, CarriedPart>>;

/** A part whose state was not restored; it continues with its own fresh state. */
export interface CarryFailure {
  readonly part: string;
  /** For the operator; names fields, never values. */
  readonly why: string;
}

type Carries = ReadonlyMap<string, CarryCode> | undefined;

/** Writes the fields of each part. Never throws: a part that cannot be written carries the reason. */
export function carryOut(instances: Instances, carries: Carries, maxLength: number): CarriedState {
  const state: Record<string, CarriedPart> = {};
  for (const [name, code] of carries ?? []) {
    const instance = instances.get(name);
    if (instance) state[name] = writePart(instance, code, maxLength);
  }
  return state;
}

/** Reads and sets the fields of each part: all of a part, or none. A part that was not carried starts fresh, without a report. */
export function carryIn(instances: Instances, carries: Carries, state: CarriedState): readonly CarryFailure[] {
  const failures: CarryFailure[] = [];
  for (const [part, code] of carries ?? []) {
    const instance = instances.get(part);
    const carried = Object.hasOwn(state, part) ? state[part] : undefined;
    if (!instance || !carried) continue;
    const why = readPart(instance, code, carried);
    if (why !== undefined) failures.push({ part, why });
  }
  return failures;
}

function writePart(instance: object, { version, fields, encode }: CarryCode, maxLength: number): CarriedPart {
  const problems: ArgumentProblem[] = [];
  try {
    const written = encode(valuesOf(instance, fields), problems);
    if (problems.length > 0) return { why: describeProblems(problems) };
    const json = JSON.stringify(written);
    return json.length > maxLength
      ? { why: `its state is longer than ${maxLength} characters of JSON (limit maxCarryLength)` }
      : { version, json };
  } catch (error) {
    // An author's getter or proxy may throw.
    return { why: `reading its fields threw: ${describeThrown(error, withoutStack)}` };
  }
}

/** @returns the reason why no field of the part was set; `undefined` when all were */
function readPart(instance: object, { version, fields, decode }: CarryCode, carried: CarriedPart): string | undefined {
  if ('why' in carried) return carried.why;
  if (carried.version !== version) return `its state is of version ${carried.version}, this build carries ${version}`;
  try {
    const problems: ArgumentProblem[] = [];
    const read = decode(pick(JSON.parse(carried.json), fields), problems);
    if (problems.length > 0) return `its state has another shape now: ${describeProblems(problems)}`;
    const values = read as Readonly<Record<string, unknown>>; // the decoder of an object type returns an object
    const isSet = fields.map((field) => Reflect.set(instance, field, values[field]));
    return isSet.every(Boolean) ? undefined : 'its fields cannot be set';
  } catch (error) {
    return `taking its state over threw: ${describeThrown(error, withoutStack)}`;
  }
}

/** Ignores fields that are no longer carried; they do not invalidate the state. */
function pick(state: unknown, fields: readonly string[]): JsonObject {
  const entries = isJsonObject(state) ? Object.entries(state) : [];
  return Object.fromEntries(entries.filter(([field]) => fields.includes(field)));
}

const withoutStack: DescribeOptions = { withStack: () => false };

function valuesOf(instance: object, fields: readonly string[]): object {
  return Object.fromEntries(fields.map((field) => [field, Reflect.get(instance, field) as unknown]));
}

function describeProblems(problems: readonly ArgumentProblem[]): string {
  return problems
    .map(({ path, expected, received }) => `${quotePath(path)} must be ${expected}, got ${received}`)
    .join('; ');
}
