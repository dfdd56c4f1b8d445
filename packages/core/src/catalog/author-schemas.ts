/**
 * Reads inputs and results by the schemas of their authors, and reports their issues as the generated decoders do.
 *
 * Knows no library: an issue has a message and a path, and whatever else it has is recognised by its form.
 */
import type { ArgumentProblem } from '../manifest/plugin-module.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { kindOf } from '../model/value-kind.js';
import { quotePath } from '../model/quote-path.js';
import type { StandardIssue, StandardSchema } from '../model/standard-schema.js';
import { textForCallers } from '../errors/text-for-callers.js';
import { findMisfits } from './find-misfits.js';

/** Further issues are not read. */
const mostIssues = 100;
const longestMessage = 2000;

/**
 * Returns the schema's output.
 *
 * @param known the JSON Schema of the input, whose wording its problems have where it can tell them
 * @param problems collects problems; if any was added, the returned value must not be used
 */
export async function readBySchema(
  schema: StandardSchema,
  input: JsonObject,
  known: JsonObject,
  problems: ArgumentProblem[],
): Promise<unknown> {
  const outcome = await schema['~standard'].validate(input);
  if (!outcome.issues) return outcome.value;
  problems.push(...describeIssues(outcome.issues, input, findMisfits(known, input)));
  return undefined;
}

/**
 * Returns the JSON of the schema's output for a method's result; a bigint becomes its digits.
 *
 * @throws Error with a message that a peer may read, when the schema refuses the value, or JSON has no such value
 */
export async function writeBySchema(schema: StandardSchema, returned: unknown): Promise<JsonValue> {
  const outcome = await schema['~standard'].validate(returned);
  if (outcome.issues) {
    const problems = describeIssues(outcome.issues, returned, []);
    throw new Error(`the result is not what its schema says: ${problems.slice(0, 20).map(describeResult).join('; ')}`);
  }
  const json = JSON.stringify(outcome.value, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
  if (json === undefined) throw new Error('the result is nothing, but its schema describes a value');
  return JSON.parse(json) as JsonValue;
}

/** Passes on what a stream yields, and returns what the schema makes of its result. */
export async function* writeStreamBySchema(
  schema: StandardSchema,
  stream: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<unknown, JsonValue> {
  const returned: unknown = yield* stream;
  return writeBySchema(schema, returned);
}

function describeResult({ path, expected, received, says }: ArgumentProblem): string {
  const subject = path === '' ? 'it' : quotePath(path);
  return says === undefined ? `${subject} must be ${expected}, got ${received}` : `${subject}: ${says}`;
}

function describeIssues(
  issues: readonly StandardIssue[],
  input: unknown,
  misfits: readonly ArgumentProblem[],
): ArgumentProblem[] {
  const found = issues.slice(0, mostIssues).flatMap((issue) => describeIssue(issue, input, misfits));
  // An input that is refused without a reason must not pass for a good one.
  return found.length > 0 ? found : [{ path: '', expected: 'what its schema describes', received: kindOf(input) }];
}

function describeIssue(issue: StandardIssue, input: unknown, misfits: readonly ArgumentProblem[]): ArgumentProblem[] {
  const keys = Array.from(issue.path ?? [], (part) => (typeof part === 'object' ? part.key : part));
  const unknown = unknownKeysOf(issue);
  if (unknown.length > 0) {
    return unknown.map((key) => {
      const path = pathOf([...keys, key]);
      const misfit = misfits.find((one) => one.path === plainPathOf([...keys, key]));
      return {
        path,
        expected: 'left out',
        received: kindOf(valueAt(input, [...keys, key])),
        unknown: misfit?.unknown ?? '',
      };
    });
  }
  const path = pathOf(keys);
  const received = kindOf(valueAt(input, keys));
  const misfit = misfits.find((one) => one.path === plainPathOf(keys));
  if (misfit) return [{ ...misfit, path, received }];
  const expected = expectedIn(issue);
  return [
    expected === undefined ? { path, expected: '', received, says: messageOf(issue) } : { path, expected, received },
  ];
}

/** Returns the names of members that a strict object does not have; Zod gives them beside the path of the object. */
function unknownKeysOf(issue: StandardIssue): readonly string[] {
  const keys: unknown = Reflect.get(issue, 'keys');
  const isUnknown = Reflect.get(issue, 'code') === 'unrecognized_keys' && Array.isArray(keys);
  return isUnknown ? keys.slice(0, mostIssues).map(String) : [];
}

/** Returns the words after "must be", where the issue has them apart from the value that it refuses. */
function expectedIn(issue: StandardIssue): string | undefined {
  const [expected, problem]: unknown[] = [Reflect.get(issue, 'expected'), Reflect.get(issue, 'problem')];
  const isApart = typeof expected === 'string' && typeof problem === 'string' && issue.message.includes(problem);
  return isApart && problem.startsWith(`must be ${expected}`) ? expected : undefined;
}

/** Returns the issue's message without the value that was received: messages never quote values. */
function messageOf(issue: StandardIssue): string {
  const received: unknown = Reflect.get(issue, 'received') ?? Reflect.get(issue, 'actual');
  const quotes =
    typeof received === 'string' ? [` but received ${received}`, `: Received ${received}`, ` (was ${received})`] : [];
  const message = quotes.reduce((text, quote) => text.replace(quote, ''), issue.message);
  return textForCallers(message.slice(0, longestMessage)) ?? 'is not valid';
}

function valueAt(value: unknown, keys: readonly PropertyKey[]): unknown {
  return keys.reduce<unknown>((inner, key) => {
    const isThere = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key);
    return isThere ? Reflect.get(inner, key) : undefined;
  }, value);
}

function pathOf(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    const name = String(key);
    if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
    return path === '' ? name : `${path}.${name}`;
  }, '');
}

/** Returns the path as `findMisfits` writes it. */
function plainPathOf(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? String(key) : `${path}.${String(key)}`;
  }, '');
}
