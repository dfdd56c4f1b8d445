/**
 * A server as its user describes it, independent of any client's format. `${NAME}` in the value of a header or of a variable
 * names an environment variable.
 */

/** A server that is reached by its address. */
export interface HttpServer {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server that the client starts, and talks to over the program's standard input and output. */
export interface StdioServer {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Either of the two. */
export type InstallableServer = HttpServer | StdioServer;

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Returns the environment variables that a text refers to, in order and without repetitions. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(reference)].map(([, name]) => name!))];
}

/** Replaces each reference by the result of `replace` for the variable's name. */
export function replaceVariables(text: string, replace: (name: string) => string): string {
  return text.replace(reference, (_whole, name: string) => replace(name));
}

/** Returns the variable if the text is exactly one reference. */
export function soleVariableIn(text: string): string | undefined {
  const [first, ...others] = variablesIn(text);
  return first !== undefined && others.length === 0 && text === `\${${first}}` ? first : undefined;
}
