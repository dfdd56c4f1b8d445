/**
 * Fetches the data of a running server's dashboard.
 */
import { isJsonObject } from '@sigil/core';
import type { RecordedCalls } from '@sigil/core/internal';
import { explainConnection } from '../targets/open-url-target.js';
import { CommandError } from '../failures/command-error.js';

/** The numbers of a server, with its remote servers. */
export interface ServerNumbers extends RecordedCalls {
  readonly upstreams?: readonly { readonly server: string; readonly state: string; readonly latencyMs?: number }[];
  readonly clients?: { readonly sessions: number; readonly streams: number };
}

const answerTimeoutMs = 5_000;

/** @throws CommandError with the reason if there is no dashboard */
export async function fetchView(server: URL, headers: Headers, interrupted: AbortSignal): Promise<ServerNumbers> {
  const address = addressOf(server);
  let response: Response;
  let text: string;
  try {
    const signal = AbortSignal.any([interrupted, AbortSignal.timeout(answerTimeoutMs)]);
    response = await fetch(address, { headers, signal });
    text = await response.text();
  } catch (cause) {
    throw new CommandError(`cannot ask ${address.href}: ${explainConnection(cause, address)}`, { cause });
  }
  const view = parse(text);
  if (response.ok && isJsonObject(view) && Array.isArray(view['servers'])) return view as unknown as ServerNumbers; // checked above
  const why =
    response.status === 401 || response.status === 403
      ? 'give a token: -H "Authorization: Bearer …"'
      : 'it is no Sigil server, or its "dashboard" is off';
  throw new CommandError(`there are no numbers at ${address.href} (HTTP ${response.status}): ${why}`);
}

/**
 * Returns the dashboard's address beside the endpoint: a proxy may add a path, and the user may give the URL of an endpoint or a page.
 */
function addressOf(server: URL): URL {
  const below = server.pathname.replace(/\/(?:dashboard|mcp(?:\/[^/]+)?)?\/?$/, '');
  return new URL(`${below}/dashboard.json`, server);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Anything that is not JSON is refused as well.
    return undefined;
  }
}
