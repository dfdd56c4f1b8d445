/**
 * Reads the issues that validators attach to the errors they throw: Zod 3 and 4, Valibot, Yup, Ajv, class-validator, and any other
 * with the `issues` of Standard Schema.
 *
 * Knows no validator: an issue is recognised by its members. Never throws, whatever the members are.
 */
import { cutText } from '../model/cut-text.js';
import { quotePath } from '../model/quote-path.js';
import { isInstance, readThrown } from './thrown-value.js';

/** One problem of the data that a validator refused. */
export interface Issue {
  /** The place in the data: `filters.tags[0]`; the empty string is the data itself. */
  readonly path: string;
  /** The validator's own text. */
  readonly message: string;
}

/** Further issues are not read. */
const mostIssues = 100;
const mostDescribed = 20;
const deepestIssue = 8;
const longestPath = 256;
const longestMessage = 2000;
/** Longer messages are not parsed as JSON. */
const longestJson = 262_144;

/** Returns the issues of a thrown value; `undefined` if it is not an error of a validator. */
export function readIssues(thrown: unknown): readonly Issue[] | undefined {
  try {
    return findIssues(thrown);
  } catch {
    // Members of foreign errors may be getters that throw.
    return undefined;
  }
}

/** Describes issues for a model: `invalid "city": Required`, or a list with one issue on each line. */
export function describeIssues(issues: readonly Issue[], head = 'invalid data'): string {
  const [only] = issues;
  if (only && issues.length === 1) {
    const isPlain = head === 'invalid data';
    if (isPlain && only.path !== '') return `invalid ${quotePath(only.path)}: ${only.message}`;
    return isPlain ? `invalid data: ${only.message}` : `${head}: ${describeIssue(only)}`;
  }
  const more = issues.length > mostDescribed ? [`- and ${issues.length - mostDescribed} more`] : [];
  return [`${head}:`, ...issues.slice(0, mostDescribed).map((issue) => `- ${describeIssue(issue)}`), ...more].join(
    '\n',
  );
}

function describeIssue({ path, message }: Issue): string {
  return path === '' ? message : `${quotePath(path)}: ${message}`;
}

function findIssues(thrown: unknown): readonly Issue[] | undefined {
  if (Array.isArray(thrown)) return ofList(thrown.map(readConstraints));
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const issues = listOf(readThrown(thrown, 'issues'));
  if (issues || !isInstance(thrown, Error)) return issues;
  const message = readThrown(thrown, 'message');
  return readIssuesIn(message) ?? listOf(readThrown(thrown, 'inner')) ?? listOf(readThrown(thrown, 'errors'));
}

/** Reads the message of a Zod error, which is the JSON of its issues; another error, or a thrown text, may repeat it. */
export function readIssuesIn(message: unknown): readonly Issue[] | undefined {
  if (typeof message !== 'string' || message.length > longestJson || !/^\s*\[\s*\{/.test(message)) return undefined;
  try {
    return listOf(JSON.parse(message));
  } catch {
    // The text only begins like JSON.
    return undefined;
  }
}

function listOf(values: unknown): readonly Issue[] | undefined {
  return Array.isArray(values) ? ofList(values.slice(0, mostIssues).map((value) => readIssue(value, ''))) : undefined;
}

function ofList(read: readonly (readonly Issue[] | undefined)[]): readonly Issue[] | undefined {
  if (read.length === 0 || read.includes(undefined)) return undefined;
  return read.flatMap((issues) => issues ?? []).slice(0, mostIssues);
}

function readIssue(value: unknown, around: string, depth = 0): readonly Issue[] | undefined {
  if (typeof value === 'string') return [{ path: around, message: cutText(value, longestMessage) }];
  if (typeof value !== 'object' || value === null) return undefined;
  const message = readThrown(value, 'message');
  if (typeof message !== 'string') return undefined;
  // Yup's issues are errors with a path; other errors inside an error are not issues, those of the system least of all.
  if (isInstance(value, Error) && (!('path' in value) || 'code' in value)) return undefined;
  const path = join(around, pathOf(value));
  return [{ path, message: cutText(`${message}${describeInner(value, depth)}`, longestMessage) }];
}

/** Describes the issues of each alternative of a union, of which the message says only that none fits. */
function describeInner(issue: object, depth: number): string {
  if (depth >= deepestIssue) return '';
  const unions = readThrown(issue, 'unionErrors') ?? readThrown(issue, 'errors');
  const inner = readThrown(issue, 'issues');
  const alternatives = Array.isArray(unions) ? unions : Array.isArray(inner) ? [inner] : [];
  const texts = alternatives.slice(0, 5).flatMap((alternative: unknown) => {
    const list = Array.isArray(alternative) ? alternative : readThrown(Object(alternative) as object, 'issues');
    if (!Array.isArray(list)) return [];
    const issues = list.slice(0, 5).flatMap((one) => readIssue(one, '', depth + 1) ?? []);
    return issues.length === 0 ? [] : [issues.map(describeIssue).join(', ')];
  });
  return texts.length === 0 ? '' : ` (${[...new Set(texts)].join('; or ')})`;
}

/** Reads one error of class-validator: a property with the texts of its constraints, or with errors below it. */
function readConstraints(value: unknown): readonly Issue[] | undefined {
  return readConstraintsAt(value, '', 0);
}

function readConstraintsAt(value: unknown, around: string, depth: number): readonly Issue[] | undefined {
  if (typeof value !== 'object' || value === null || depth > deepestIssue) return undefined;
  const property = readThrown(value, 'property');
  if (typeof property !== 'string') return undefined;
  const constraints = readThrown(value, 'constraints');
  const children = readThrown(value, 'children');
  if (constraints === undefined && !Array.isArray(children)) return undefined;
  const path = join(around, step(property));
  const own = Object.values(Object(constraints) as object).filter((text) => typeof text === 'string');
  const below = (Array.isArray(children) ? children : []).slice(0, mostIssues);
  return [
    ...own.map((message) => ({ path, message })),
    ...below.flatMap((child) => readConstraintsAt(child, path, depth + 1) ?? []),
  ];
}

function pathOf(issue: object): string {
  const path = readThrown(issue, 'path');
  if (typeof path === 'string') return cutPath(path);
  if (Array.isArray(path)) return cutPath(path.map(keyOf).map(step).join(''));
  const pointer = readThrown(issue, 'instancePath');
  if (typeof pointer !== 'string') return '';
  const keys = pointer.split('/').slice(1);
  return cutPath(keys.map((key) => step(key.replaceAll('~1', '/').replaceAll('~0', '~'))).join(''));
}

/** Returns the key of a path's part, which Valibot and Standard Schema put into an object. */
function keyOf(part: unknown): unknown {
  return typeof part === 'object' && part !== null ? readThrown(part, 'key') : part;
}

function step(key: unknown): string {
  if (typeof key === 'number' || (typeof key === 'string' && /^\d+$/.test(key))) return `[${key}]`;
  const text = String(key);
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text) ? `.${text}` : `[${JSON.stringify(text)}]`;
}

function join(around: string, path: string): string {
  const whole =
    path.startsWith('.') || path.startsWith('[') || around === '' ? `${around}${path}` : `${around}.${path}`;
  return cutPath(whole.startsWith('.') ? whole.slice(1) : whole);
}

function cutPath(path: string): string {
  return path.length <= longestPath ? path : `${cutText(path, longestPath)}…`;
}
