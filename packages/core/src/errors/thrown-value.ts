/**
 * Reads values that foreign code threw, without ever throwing: an error's members may be getters that throw, and the error itself
 * a proxy.
 */

/** Longest text that `describeThrown` writes for one error. */
const maxDescriptionLength = 16_384;
/** The number of nested causes that are described. */
const deepestCause = 4;

/** Evaluates `value instanceof Class`, also for proxies that throw. */
export function isInstance<Instance>(
  value: unknown,
  Class: abstract new (...args: never[]) => Instance,
): value is Instance {
  try {
    return value instanceof Class;
  } catch {
    // A proxy that throws for its prototype counts as an instance of nothing.
    return false;
  }
}

/** Reads a member of a thrown value; `undefined` where reading it throws. */
export function readThrown(value: object, member: PropertyKey): unknown {
  try {
    return Reflect.get(value, member);
  } catch {
    // Its author's getter or proxy threw: the member cannot be read.
    return undefined;
  }
}

/** Replaces a thrown value that cannot be read. Its `code` keeps it from callers. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly code = 'unreadable';
}

/**
 * Returns the thrown value if every member that callers read is readable; else a replacement error.
 *
 * Code that gets the result may use `instanceof` and read members.
 */
export function tameThrown(thrown: unknown): unknown {
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) return thrown;
  try {
    if (!(thrown instanceof Error)) return thrown;
    for (const member of looked) void (member in thrown && Reflect.get(thrown, member));
    return thrown;
  } catch {
    // A value that throws when read was not meant to be shown.
    return new UnreadableError('something was thrown that cannot be read');
  }
}

/** The members of errors that any code reads. */
const looked = [
  'constructor',
  'name',
  'message',
  'stack',
  'cause',
  'code',
  'kind',
  'data',
  'suggestions',
  'jsonUri',
] as const;

/** The options of describing an error. */
export interface DescribeOptions {
  /** Chooses between the stack, if there is one, and the message alone. */
  readonly withStack: (error: Error) => boolean;
}

/** Describes a thrown value and its causes for an operator's log. Never throws, and bounds the length of the text. */
export function describeThrown(thrown: unknown, { withStack }: DescribeOptions = { withStack: () => true }): string {
  const texts: string[] = [];
  const seen = new Set<unknown>();
  let next: unknown = thrown;
  while (texts.length <= deepestCause && !seen.has(next)) {
    seen.add(next);
    texts.push(describeOne(next, withStack));
    const cause = isInstance(next, Error) ? readThrown(next, 'cause') : undefined;
    if (cause === undefined) break;
    next = cause;
  }
  return cut(texts.join('\n  because: '));
}

function describeOne(thrown: unknown, withStack: DescribeOptions['withStack']): string {
  if (!isInstance(thrown, Error)) return describeValue(thrown);
  const message = textOf(readThrown(thrown, 'message'));
  const stack = wantsStack(thrown, withStack) ? textOf(readThrown(thrown, 'stack')) : undefined;
  return cut(stack || message || textOf(readThrown(thrown, 'name')) || 'an error that cannot be read');
}

function wantsStack(error: Error, withStack: DescribeOptions['withStack']): boolean {
  try {
    return withStack(error);
  } catch {
    // The function read a member that throws.
    return true;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function describeValue(thrown: unknown): string {
  try {
    if (typeof thrown === 'object' && thrown !== null) return cut(JSON.stringify(thrown) ?? 'an object');
    return typeof thrown === 'function' ? 'a function' : cut(String(thrown));
  } catch {
    // Cycles, big integers and proxies cannot be described further.
    return 'something that cannot be read';
  }
}

function cut(text: string): string {
  return text.length <= maxDescriptionLength ? text : `${text.slice(0, maxDescriptionLength)} […]`;
}
