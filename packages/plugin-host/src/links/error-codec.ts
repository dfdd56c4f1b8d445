/**
 * Carries errors between two threads or processes so that each end sees what it would see inline.
 *
 * An error that returns to its origin becomes the same object again. A pair of codecs belongs to one call.
 */
import { isToolError, McpError, ToolError, type ErrorKind, type JsonValue } from '@sigil/core';
import { PluginError, readIssues, tameThrown, type Issue } from '@sigil/core/building';
import { jsonUriOf, suggestionsOf } from '@sigil/core/catalog';
import type { PluginErrorCode } from '@sigil/core/building';

interface ErrorText {
  /** The error's number at its sender. */
  readonly id: number;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: WireError;
}

/** An error in transit. */
export type WireError =
  /** An error that the reader sent before. */
  | { readonly kind: 'returned'; readonly id: number }
  | (ErrorText & {
      readonly kind: 'tool';
      readonly name: string;
      readonly suggestions: readonly string[];
      readonly jsonUri?: string;
    })
  | (ErrorText & { readonly kind: 'mcp'; readonly errorKind: ErrorKind; readonly data?: JsonValue })
  | (ErrorText & { readonly kind: 'plugin'; readonly code: PluginErrorCode })
  /** An error of the language, by the name of its class. */
  | (ErrorText & { readonly kind: 'language'; readonly name: string })
  | (ErrorText & ErrorDetails & { readonly kind: 'error'; readonly name: string; readonly code?: string | number })
  /** A thrown value that is not an error: the value itself if it can be copied, otherwise a description. */
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'object'; readonly id: number; readonly looksLike: string; readonly issues?: readonly Issue[] };

/** The parts of an error that describe it to callers, besides its message. */
interface ErrorDetails {
  /** The issues of a validator's error. */
  readonly issues?: readonly Issue[];
  /** The first errors of an `AggregateError`. */
  readonly errors?: readonly WireError[];
}

const languageErrors: ReadonlyMap<unknown, string> = new Map(
  [TypeError, RangeError, ReferenceError, SyntaxError, EvalError, URIError].map((it) => [it, it.name]),
);
const languageClasses = new Map([...languageErrors].map(([it, name]) => [name, it as ErrorConstructor]));
const deepestCause = 4;
/** Further errors of an `AggregateError` are left out. */
const mostErrors = 10;
/** Limit of each text of an error, in characters; the rest is cut. */
const maxTextLength = 65_536;

export class ErrorCodec {
  readonly #sent: unknown[] = [];
  readonly #received = new Map<unknown, number>();

  /** Never throws, whatever was thrown: the other end waits for the message. */
  write(thrown: unknown, depth = 0): WireError {
    const known = this.#received.get(thrown);
    if (known !== undefined) return { kind: 'returned', id: known };
    if (isSendable(thrown)) return { kind: 'value', value: typeof thrown === 'string' ? cut(thrown) : thrown };
    const id = this.#sent.push(thrown) - 1;
    try {
      const error = tameThrown(thrown);
      return error instanceof Error
        ? this.#describe(error, id, depth)
        : { kind: 'object', id, looksLike: show(thrown), ...issuesOf(thrown) };
    } catch {
      // It was readable a moment ago.
      return {
        kind: 'error',
        id,
        name: 'UnreadableError',
        code: 'unreadable',
        message: 'something that cannot be read',
      };
    }
  }

  read(wire: WireError): unknown {
    if (wire.kind === 'returned') return this.#sent[wire.id];
    if (wire.kind === 'value') return wire.value;
    const error = wire.kind === 'object' ? rebuildObject(wire) : this.#rebuild(wire);
    this.#received.set(error, wire.id);
    return error;
  }

  #describe(error: Error, id: number, depth: number): WireError {
    const text = { id, ...textOf(error), ...this.#causeOf(error, depth) };
    if (isToolError(error)) {
      const jsonUri = jsonUriOf(error);
      const suggestions = suggestionsOf(error).map(cut);
      return { kind: 'tool', ...text, name: nameOf(error), suggestions, ...(jsonUri === undefined ? {} : { jsonUri }) };
    }
    if (error instanceof McpError) {
      const data = dataOf(error);
      return { kind: 'mcp', ...text, errorKind: error.kind, ...(data === undefined ? {} : { data }) };
    }
    if (error instanceof PluginError) return { kind: 'plugin', ...text, code: error.code };
    const languageName = languageErrors.get(error.constructor);
    if (languageName !== undefined && !('code' in error)) return { kind: 'language', ...text, name: languageName };
    const code = 'code' in error ? { code: codeOf(error) } : {};
    return {
      kind: 'error',
      ...text,
      name: nameOf(error),
      ...code,
      ...issuesOf(error),
      ...this.#errorsOf(error, depth),
    };
  }

  #errorsOf(error: Error, depth: number): Pick<ErrorDetails, 'errors'> {
    if (nameOf(error) !== 'AggregateError' || depth >= deepestCause) return {};
    const errors = 'errors' in error ? error.errors : undefined;
    if (!Array.isArray(errors)) return {};
    return { errors: errors.slice(0, mostErrors).map((one) => this.write(one, depth + 1)) };
  }

  #causeOf(error: Error, depth: number): { cause?: WireError } {
    return error.cause === undefined || depth >= deepestCause ? {} : { cause: this.write(error.cause, depth + 1) };
  }

  #rebuild(wire: Exclude<WireError, { kind: 'returned' | 'value' | 'object' }>): Error {
    const options = wire.cause ? { cause: this.read(wire.cause) } : {};
    const error = construct(wire, options);
    if (wire.stack !== undefined) error.stack = wire.stack;
    if (wire.kind !== 'error') return error;
    if (wire.issues) Object.assign(error, { issues: wire.issues });
    if (wire.errors) Object.assign(error, { errors: wire.errors.map((one) => this.read(one)) });
    return error;
  }
}

function rebuildObject({ looksLike, issues }: Extract<WireError, { kind: 'object' }>): object {
  return issues ? { looksLike, issues } : { looksLike };
}

function construct(wire: Exclude<WireError, { kind: 'returned' | 'value' | 'object' }>, options: ErrorOptions): Error {
  if (wire.kind === 'tool') {
    const { suggestions, jsonUri } = wire;
    const error = new ToolError(wire.message, {
      ...options,
      suggestions,
      ...(jsonUri === undefined ? {} : { jsonUri }),
    });
    return Object.assign(error, { name: wire.name });
  }
  if (wire.kind === 'mcp') return new McpError(wire.errorKind, wire.message, wire.data);
  if (wire.kind === 'plugin') return new PluginError(wire.code, wire.message, options);
  const ErrorClass = wire.kind === 'language' ? (languageClasses.get(wire.name) ?? Error) : Error;
  const error = new ErrorClass(wire.message, options);
  const code = wire.kind === 'error' && wire.code !== undefined ? { code: wire.code } : {};
  return wire.kind === 'error' ? Object.assign(error, { name: wire.name }, code) : error;
}

// Authors may have assigned anything to these members.
function textOf(error: Error): { message: string; stack?: string } {
  const { message, stack }: { message: unknown; stack?: unknown } = error;
  return {
    message: typeof message === 'string' ? cut(message) : '',
    ...(typeof stack === 'string' ? { stack: cut(stack) } : {}),
  };
}

function nameOf({ name }: { readonly name: unknown }): string {
  return typeof name === 'string' ? cut(name) : 'Error';
}

function codeOf({ code }: { readonly code: unknown }): string | number {
  if (typeof code === 'number') return code;
  return typeof code === 'string' ? cut(code) : 'unknown';
}

/** Returns `undefined` also for data that JSON cannot represent. */
function dataOf({ data }: McpError): JsonValue | undefined {
  try {
    return data === undefined ? undefined : (JSON.parse(JSON.stringify(data)) as JsonValue);
  } catch {
    // The error is sent without its data.
    return undefined;
  }
}

function issuesOf(thrown: unknown): Pick<ErrorDetails, 'issues'> {
  const issues = readIssues(thrown);
  return issues ? { issues } : {};
}

/** Returns whether a value is a primitive that links can copy: not a symbol. */
function isSendable(thrown: unknown): boolean {
  return thrown === null || !['object', 'function', 'symbol'].includes(typeof thrown);
}

function show(value: unknown): string {
  try {
    if (typeof value === 'symbol') return String(value).slice(0, 1_000);
    return JSON.stringify(value)?.slice(0, 1_000) ?? typeof value;
  } catch {
    // An object that JSON cannot represent is described by its type, which is enough for the operator's log.
    return typeof value;
  }
}

function cut(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)} […]`;
}
