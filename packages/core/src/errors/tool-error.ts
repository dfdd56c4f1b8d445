/**
 * The error that an author throws deliberately: the model reads its message and suggestions and can try again.
 */
import { describeIssues, readIssuesIn } from './read-issues.js';

const mark = Symbol.for('sigil:tool-error');

/** `suggestions` are things to try instead, one short sentence each. */
export interface ToolErrorOptions extends ErrorOptions {
  readonly suggestions?: readonly string[];
}

export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly suggestions: readonly string[];
  readonly [mark] = true;

  constructor(message: string, options: ToolErrorOptions = {}) {
    super(message, options);
    this.suggestions = options.suggestions ?? [];
  }
}

/** Recognises a `ToolError`, even from another copy of this package. */
export function isToolError(error: unknown): error is ToolError {
  try {
    return error instanceof Error && mark in error;
  } catch {
    // A proxy that throws.
    return false;
  }
}

/** Returns its suggestions, filtered: an author may have assigned anything, and another copy of this package may have none. */
export function suggestionsOf({ suggestions }: { readonly suggestions?: unknown }): readonly string[] {
  if (!Array.isArray(suggestions)) return [];
  return suggestions.filter((it): it is string => typeof it === 'string');
}

/**
 * Returns its message, the issues instead of a validator's JSON, or the name of the author's own class.
 *
 * @returns the empty text if there is nothing, and no suggestion either
 */
export function headOfToolError(error: ToolError): string {
  const { message, name }: { readonly message: unknown; readonly name: unknown } = error; // an author may have assigned anything
  const issues = readIssuesIn(message);
  if (issues) return describeIssues(issues);
  if (typeof message === 'string' && message.trim() !== '') return message;
  if (typeof name === 'string' && name !== 'Error' && name !== 'ToolError') return name;
  return suggestionsOf(error).length === 0 ? '' : 'failed';
}

/**
 * Joins the message and the suggestions, one a line, into one text, since clients show a model no other member of an error.
 *
 * @returns `undefined` if the error has neither
 */
export function describeToolError(error: ToolError): string | undefined {
  const text = [headOfToolError(error), ...suggestionsOf(error).map((suggestion) => `- ${suggestion}`)].join('\n');
  return text === '' ? undefined : text;
}
