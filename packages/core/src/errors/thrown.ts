/**
 * Reads a value that foreign code threw, and never throws while reading: an error's members may be getters that throw, and
 * the error itself a proxy.
 */

/** Longest text that `describeThrown` makes of one error. */
const maxDescriptionLength = 16_384;
/** The number of causes behind an error that are described. */
const deepestCause = 4;

/** `value instanceof Class`, also for proxies that cannot be asked. */
export function isInstance<Instance>(
  value: unknown,
  Class: abstract new (...args: never[]) => Instance,
): value is Instance {
  try {
    return value instanceof Class;
  } catch {
    // A proxy whose prototype cannot be had is of no class that matters.
    return false;
  }
}

/** A member of a thrown value, or `undefined` where reading it throws. */
export function readThrown(value: object, member: PropertyKey): unknown {
  try {
    return Reflect.get(value, member);
  } catch {
    // Its author's getter or proxy threw: there is nothing to read.
    return undefined;
  }
}

/** Stands for something thrown that cannot be read. Its `code` keeps it from callers. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly code = 'unreadable';
}

/**
 * The thrown value, if all that anybody looks at can be read of it; else an error in its place.
 *
 * Code that gets what this returns may use `instanceof` and read members.
 */
export function tameThrown(thrown: unknown): unknown {
  if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) return thrown;
  try {
    if (!(thrown instanceof Error)) return thrown;
    for (const member of looked) void (member in thrown && Reflect.get(thrown, member));
    return thrown;
  } catch {
    // Whatever it is, its author did not mean it to be read.
    return new UnreadableError('something was thrown that cannot be read');
  }
}

/** Members of errors that are read somewhere. */
const looked = ['constructor', 'name', 'message', 'stack', 'cause', 'code', 'kind', 'data', 'suggestions'] as const;

/** The options of describing an error. */
export interface DescribeOptions {
  /** With the stack where there is one, else only the message. */
  readonly withStack: (error: Error) => boolean;
}

/** The text of anything thrown and of its causes, for an operator's log. Never throws, and never says more than a log can take. */
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
    // The function read a member that cannot be read.
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
    // Cycles, big integers, proxies: that something was thrown is all that can be said.
    return 'something that cannot be read';
  }
}

function cut(text: string): string {
  return text.length <= maxDescriptionLength ? text : `${text.slice(0, maxDescriptionLength)} […]`;
}
