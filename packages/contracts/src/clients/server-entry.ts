/**
 * A server as the one who installs it describes it, before any client's own form. `${NAME}` in the value of a header or of
 * a variable stands for an environment variable.
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

/** The environment variables that a text refers to, in order and once each. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(reference)].map(([, name]) => name!))];
}

/** Replaces each reference by what `replace` returns for the variable's name. */
export function replaceVariables(text: string, replace: (name: string) => string): string {
  return text.replace(reference, (_whole, name: string) => replace(name));
}

/** The variable, when the text is a reference to it with nothing around it. */
export function soleVariableIn(text: string): string | undefined {
  const [first, ...others] = variablesIn(text);
  return first !== undefined && others.length === 0 && text === `\${${first}}` ? first : undefined;
}
