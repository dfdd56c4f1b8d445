/**
 * The error that an author throws deliberately: the model reads its message and suggestions and can try again.
 */

const mark = Symbol.for('sigil:tool-error');

/** The members of an error besides its message. */
export interface ToolErrorOptions extends ErrorOptions {
  /** Things to try instead, one short sentence each. */
  readonly suggestions?: readonly string[];
  /**
   * The URI of an embedded resource `{ error, suggestions }` in JSON, which a tool's result has beside the text, for clients that read
   * JSON. Default: the result has the text alone.
   */
  readonly jsonUri?: string;
}

export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly suggestions: readonly string[];
  readonly jsonUri: string | undefined;
  readonly [mark] = true;

  constructor(message: string, options: ToolErrorOptions = {}) {
    super(message, options);
    this.suggestions = options.suggestions ?? [];
    this.jsonUri = options.jsonUri;
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

/** Returns its URI if it is one: an author may have assigned anything. */
export function jsonUriOf({ jsonUri }: { readonly jsonUri?: unknown }): string | undefined {
  return typeof jsonUri === 'string' && URL.canParse(jsonUri) ? jsonUri : undefined;
}
