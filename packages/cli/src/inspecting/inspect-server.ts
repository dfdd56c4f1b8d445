/**
 * Asks a running server how its plugins started: its health, as JSON.
 */
import { CommandError } from '../failures/command-error.js';
import { explainConnection } from '../targets/open-url-target.js';
import type { Terminal } from '../terminal/terminal.js';
import type { InspectedPlugin } from './inspection.js';
import { readHealth } from './read-health.js';

const healthPath = '/healthz';
const answerTimeoutMs = 10_000;

/**
 * @param url any address of the server; its health is at `/healthz`
 * @throws CommandError when there is no Sigil server
 */
export async function inspectServer(
  url: URL,
  headers: Headers,
  { interrupted }: Terminal,
): Promise<readonly InspectedPlugin[]> {
  const address = url.pathname.endsWith(healthPath) ? url : new URL(healthPath, url);
  const { status, body } = await fetchText(address, headers, interrupted);
  const plugins = readHealth(parse(body));
  if (plugins) return plugins;
  throw new CommandError(
    `expected the health of a Sigil server at ${address.href}, got something else (HTTP ${status})`,
  );
}

// Fetches the text, whatever the status: an unhealthy server has another one, and still gives the reason.
async function fetchText(
  address: URL,
  headers: Headers,
  interrupted: AbortSignal,
): Promise<{ readonly status: number; readonly body: string }> {
  try {
    const signal = AbortSignal.any([interrupted, AbortSignal.timeout(answerTimeoutMs)]);
    const response = await fetch(address, { headers, signal });
    return { status: response.status, body: await response.text() };
  } catch (cause) {
    throw new CommandError(`cannot ask ${address.href}: ${explainConnection(cause, address)}`, { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is not JSON is refused like any other answer that is not a health report.
    return undefined;
  }
}
