/**
 * The page at `/mcp`: the list of servers, and the snippets that connect a client.
 */
import type { LeftOutFolder } from '../configuration/find-left-out.js';
import { writeSnippets } from './client-snippets.js';
import { joinAlike } from './describe-failure.js';
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

/** The most servers that are shown as cards; more are a table. */
const mostCards = 12;

export function buildInstructionPage(
  servers: readonly ServerView[],
  { origin, assets, leftOut = [], configurationPath, dashboardPath }: PagePlace,
): string {
  const shown = [...servers.filter((it) => it.offersAll), ...servers.filter((it) => !it.offersAll)];
  // A server that does not serve is not an example.
  const example = shown.find(({ state }) => state !== 'failed');
  const url = example && origin + example.path;
  const snippets = example && url ? [...writeSnippets(example.name, url), ...writeProgramSnippets(url)] : [];
  return renderPage('instruction', {
    title: 'Servers · Sigil',
    assets,
    script: 'servers-page.js',
    fillsScreen: true,
    leftOut: leftOut.map(({ why }) => why),
    dashboardPath,
    servers: shown.map((server) => ({ ...server, problems: joinAlike(server.problems) })),
    isTable: shown.length > mostCards,
    tally: describeStates(shown),
    origin,
    example,
    configurationPath,
    snippets,
  });
}

/** Counts the servers by state, unless all of them serve: `22 serving, 1 degraded, 1 failed`. */
function describeStates(servers: readonly ServerView[]): string {
  if (servers.every(({ state }) => state === 'serving')) return '';
  return (['serving', 'degraded', 'failed'] as const)
    .map((state) => ({ state, count: servers.filter((it) => it.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`)
    .join(', ');
}
