/**
 * The page at `/mcp`: what this is, which servers there are, and how a client is pointed at them.
 */
import { writeSnippets } from './client-snippets.js';
import { renderPage } from './render-page.js';
import type { ServerView } from './server-view.js';

/** Where a page is read from. */
export interface PagePlace {
  /** Where the reader reached this server, without a path. */
  readonly origin: string;
  /** The folder of style and scripts, with the slash at the end. */
  readonly assets: string;
  /** Where the active configuration is, if anywhere. */
  readonly configurationPath?: string;
}

export function buildInstructionPage(
  servers: readonly ServerView[],
  { origin, assets, configurationPath }: PagePlace,
): string {
  // The last one offers what all others do.
  const example = servers.at(-1);
  const snippets = example ? writeSnippets({ name: example.name, url: origin + example.path }) : [];
  return renderPage('instruction', {
    title: 'Sigil',
    assets,
    script: 'instruction-page.js',
    servers,
    origin,
    example,
    configurationPath,
    snippets,
  });
}
