/**
 * The page at `/mcp`: an introduction, the list of servers, and the snippets that connect a client.
 */
import type { LeftOutFolder } from '../configuration/find-left-out.js';
import { writeSnippets } from './client-snippets.js';
import { writeProgramSnippets } from './program-snippets.js';
import { renderPage } from './render-page.js';
import type { ServerView } from './server-view.js';

/** The address at which a page is read. */
export interface PagePlace {
  /** The origin at which the reader reached this server, without a path. */
  readonly origin: string;
  /** The folder of style and scripts, with a trailing slash. */
  readonly assets: string;
  /** The folders that look like plugins and are not served as they are; only the introduction has them. */
  readonly leftOut?: readonly LeftOutFolder[];
  /** The path of the active configuration, if there is one. */
  readonly configurationPath?: string;
  /** The path of the dashboard, where there is one. */
  readonly dashboardPath?: string;
}

export function buildInstructionPage(
  servers: readonly ServerView[],
  { origin, assets, leftOut = [], configurationPath, dashboardPath }: PagePlace,
): string {
  // The last server offers the components of all others. A server that does not serve is not an example.
  const example = servers.findLast(({ state }) => state !== 'failed');
  const url = example && origin + example.path;
  const snippets = example && url ? [...writeSnippets({ name: example.name, url }), ...writeProgramSnippets(url)] : [];
  return renderPage('instruction', {
    title: 'Sigil',
    assets,
    script: 'instruction-page.js',
    leftOut: leftOut.map(({ why }) => why),
    dashboardPath,
    servers,
    origin,
    example,
    configurationPath,
    snippets,
  });
}
