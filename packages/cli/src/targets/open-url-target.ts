/**
 * Connects to a server at a URL, and explains why that fails.
 */
import { ConnectionError } from '@sigil/client';
import type { Questions } from '../asking/questions.js';
import { CommandError, InterruptedError } from '../failures/command-error.js';
import { showStep } from '../terminal/show-step.js';
import type { Terminal } from '../terminal/terminal.js';
import { connectTarget } from './mcp-target.js';
import type { Target } from './target.js';

/**
 * @param headers sent with every request
 * @param questions answers the server's questions
 * @throws CommandError when there is no MCP server at the URL
 * @throws InterruptedError when the command is asked to end first
 */
export async function openUrlTarget(
  url: URL,
  headers: Headers,
  terminal: Terminal,
  questions?: Questions,
): Promise<Target> {
  try {
    const target = { url, headers: Object.fromEntries(headers) };
    return await showStep(`Connecting to ${url.origin}`, terminal, () =>
      connectTarget(target, terminal.interrupted, questions),
    );
  } catch (cause) {
    if (terminal.interrupted.aborted) throw new InterruptedError(`interrupted while connecting to ${url.origin}`);
    throw new CommandError(`cannot connect to ${url.href}: ${explainConnection(cause, url)}`, { cause });
  }
}

const networkReasons: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing listens there; is the server running?'],
  ['ENOTFOUND', 'there is no host of that name'],
  ['ECONNRESET', 'the connection was cut'],
  ['ETIMEDOUT', 'no answer'],
]);

/** Explains why there is no connection, for a person. */
export function explainConnection(cause: unknown, url: URL): string {
  const status = statusIn(cause);
  if (status === 404) return `there is no MCP endpoint at ${url.pathname} (HTTP 404); Sigil serves at /mcp`;
  if (status === 405)
    return 'this is an address of pages (HTTP 405); each server has its own, such as /mcp/all or /mcp/{server}';
  if (status === 401 || status === 403)
    return `the server refused us (HTTP ${status}); --header may carry what it asks for`;
  const code = errorsIn(cause).map((error) => (error as NodeJS.ErrnoException).code);
  const known = code.map((it) => networkReasons.get(String(it))).find((it) => it !== undefined);
  return known ?? errorsIn(cause).at(-1)?.message ?? String(cause);
}

function statusIn(cause: unknown): number | undefined {
  return errorsIn(cause).find((error) => error instanceof ConnectionError)?.status;
}

/** Returns the error and its causes, outermost first, including all attempts at one host. */
function errorsIn(thrown: unknown): Error[] {
  if (!(thrown instanceof Error)) return [];
  const attempts = thrown instanceof AggregateError ? (thrown.errors as unknown[]) : [];
  return [thrown, ...attempts.flatMap(errorsIn), ...errorsIn(thrown.cause)];
}
