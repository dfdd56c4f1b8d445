/**
 * Renders a page from its template. Values are escaped, unless they come from a template.
 */
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { packageRoot } from '../package-root.js';
import { breakable, describeCounts, inlineCode, formatDate, formatDuration } from './page-texts.js';

// Templates are not compiled.
const eta = new Eta({
  views: fileURLToPath(new URL('src/pages/templates', packageRoot)),
  cache: true,
  autoEscape: true,
});

const texts = { breakable, describeCounts, inlineCode, formatDate, formatDuration };

/** The frame of every page. */
export interface PageFrame {
  readonly title: string;
  /** The path of style and scripts, with a trailing slash. */
  readonly assets: string;
  /** The module with the page's script. */
  readonly script?: string;
  /** The path of the dashboard, where there is one. */
  readonly dashboardPath?: string | undefined;
  /** Whether the page uses the whole width of the screen. */
  readonly fillsScreen?: boolean;
}

/** @param name the template's file, without its extension */
export function renderPage<Page extends PageFrame>(
  name: 'instruction' | 'meta' | 'skill' | 'dashboard' | 'error',
  page: Page,
): string {
  return eta.render(name, { ...page, texts });
}
