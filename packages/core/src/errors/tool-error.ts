/**
 * The error that an author throws deliberately: the model reads its message and suggestions and can try again.
 */

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
