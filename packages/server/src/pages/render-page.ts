/**
 * Puts a page together from its template; everything that a template shows is escaped, unless it is a template's own.
 */
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { packageRoot } from '../package-root.js';
import { breakable, inlineCode, formatDate, formatDuration } from './page-texts.js';

// Templates are not compiled.
const eta = new Eta({
  views: fileURLToPath(new URL('src/pages/templates', packageRoot)),
  cache: true,
  autoEscape: true,
});

const texts = { breakable, inlineCode, formatDate, formatDuration };

/** The frame of every page. */
export interface PageFrame {
  readonly title: string;
  /** The path of style and scripts, with the slash at the end. */
  readonly assets: string;
  /** The module that brings the page to life. */
  readonly script?: string;
  /** The path of the dashboard, where there is one. */
  readonly dashboardPath?: string | undefined;
}

/** @param name the template's file, without its extension */
export function renderPage<Page extends PageFrame>(
  name: 'instruction' | 'meta' | 'dashboard' | 'error',
  page: Page,
): string {
  return eta.render(name, { ...page, texts });
}
