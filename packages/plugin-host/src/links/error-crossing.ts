/**
 * Carries errors between two threads or processes so that each end sees what it would see inline.
 *
 * An error that comes back to where it was thrown is the same object again. One pair of crossings belongs to one call.
 */
import { isToolError, McpError, PluginError, ToolError, type ErrorKind, type JsonObject } from '@sigil/core';
import type { PluginErrorCode } from '@sigil/core';

interface ErrorText {
  /** The error's place among those that its sender sent. */
  readonly id: number;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: WireError;
}

/** An error on its way. */
export type WireError =
  /** One that the reader sent before. */
  | { readonly kind: 'returned'; readonly id: number }
  | (ErrorText & { readonly kind: 'tool'; readonly suggestions: readonly string[] })
  | (ErrorText & { readonly kind: 'mcp'; readonly errorKind: ErrorKind; readonly data?: JsonObject })
  | (ErrorText & { readonly kind: 'plugin'; readonly code: PluginErrorCode })
  /** One of the language's own, by the name of its class. */
  | (ErrorText & { readonly kind: 'language'; readonly name: string })
  | (ErrorText & { readonly kind: 'error'; readonly name: string; readonly code?: string | number })
  /** Something thrown that is no error: itself when it is primitive, else what it looks like. */
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'object'; readonly id: number; readonly looksLike: string };

const languageErrors: ReadonlyMap<unknown, string> = new Map(
  [TypeError, RangeError, ReferenceError, SyntaxError, EvalError, URIError].map((it) => [it, it.name]),
);
const languageClasses = new Map([...languageErrors].map(([it, name]) => [name, it as ErrorConstructor]));
const deepestCause = 4;

export class ErrorCrossing {
  readonly #sent: unknown[] = [];
  readonly #received = new Map<unknown, number>();

  write(error: unknown, depth = 0): WireError {
    const known = this.#received.get(error);
    if (known !== undefined) return { kind: 'returned', id: known };
    if (typeof error === 'function' || (typeof error === 'object' && error !== null)) {
      const id = this.#sent.push(error) - 1;
      return error instanceof Error ? this.#describe(error, id, depth) : { kind: 'object', id, looksLike: show(error) };
    }
    return { kind: 'value', value: typeof error === 'symbol' ? String(error) : error };
  }

  read(wire: WireError): unknown {
    if (wire.kind === 'returned') return this.#sent[wire.id];
    if (wire.kind === 'value') return wire.value;
    const error = wire.kind === 'object' ? { looksLike: wire.looksLike } : this.#rebuild(wire);
    this.#received.set(error, wire.id);
    return error;
  }

  #describe(error: Error, id: number, depth: number): WireError {
    const text = { id, ...textOf(error), ...this.#causeOf(error, depth) };
    if (isToolError(error)) return { kind: 'tool', ...text, suggestions: Array.from(error.suggestions, String) };
    if (error instanceof McpError) {
      const data = error.data && (JSON.parse(JSON.stringify(error.data)) as JsonObject);
      return { kind: 'mcp', ...text, errorKind: error.kind, ...(data ? { data } : {}) };
    }
    if (error instanceof PluginError) return { kind: 'plugin', ...text, code: error.code };
    const languageName = languageErrors.get(error.constructor);
    if (languageName !== undefined && !('code' in error)) return { kind: 'language', ...text, name: languageName };
    return { kind: 'error', ...text, name: String(error.name), ...('code' in error ? { code: codeOf(error) } : {}) };
  }

  #causeOf(error: Error, depth: number): { cause?: WireError } {
    return error.cause === undefined || depth >= deepestCause ? {} : { cause: this.write(error.cause, depth + 1) };
  }

  #rebuild(wire: Exclude<WireError, { kind: 'returned' | 'value' | 'object' }>): Error {
    const options = wire.cause ? { cause: this.read(wire.cause) } : {};
    const error = construct(wire, options);
    if (wire.stack !== undefined) error.stack = wire.stack;
    return error;
  }
}

function construct(wire: Exclude<WireError, { kind: 'returned' | 'value' | 'object' }>, options: ErrorOptions): Error {
  if (wire.kind === 'tool') return new ToolError(wire.message, { ...options, suggestions: wire.suggestions });
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
    message: typeof message === 'string' ? message : '',
    ...(typeof stack === 'string' ? { stack } : {}),
  };
}

function codeOf(error: { readonly code: unknown }): string | number {
  return typeof error.code === 'number' ? error.code : String(error.code);
}

function show(value: object): string {
  try {
    return JSON.stringify(value)?.slice(0, 1_000) ?? typeof value;
  } catch {
    // It is only for the operator's log: an object that JSON cannot say is named by its kind.
    return Object.prototype.toString.call(value);
  }
}
