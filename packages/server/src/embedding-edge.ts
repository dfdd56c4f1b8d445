/**
 * The entry for embedding in edge runtimes. They have neither files, to read plugins from, nor processes, to run links in, so each function
 * refuses at the start with what to do: `@sigil/server/edge` serves plugins from memory. It imports no module of Node, which their bundlers
 * would refuse with less to go by.
 */
import { ConfigurationError } from './configuration/configuration-error.js';

/** @throws ConfigurationError always */
export async function openHandler(folder: string | URL): Promise<never> {
  return refuse(`openHandler("${folder}")`);
}

/** @throws ConfigurationError always */
export async function serve(folder: string | URL): Promise<never> {
  return refuse(`serve("${folder}")`);
}

async function refuse(call: string): Promise<never> {
  const why = 'an edge runtime has no files to read plugins from, and no workers or processes to run their links in';
  const fix =
    'on Cloudflare Workers, pass built plugins as modules to openEdgeHandler of @sigil/server/edge; ' +
    "in Next, leave out `export const runtime = 'edge'`; elsewhere, run it on Node, Bun or Deno";
  throw new ConfigurationError(`${call}: ${why}; ${fix}`);
}
