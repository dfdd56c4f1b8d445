/**
 * Answers requests that cannot be served: a page for people, a JSON-RPC error for programs, a line for all others.
 */
import { assumedHttpRevision } from '@sigil/core/internal';
import type { Context } from 'koa';
import { renderPage } from './render-page.js';

/** A failure of a request, as a sentence for its sender. */
export interface Problem {
  readonly status: 400 | 403 | 404 | 405 | 500 | 503;
  readonly message: string;
}

const titles: Readonly<Record<Problem['status'], string>> = {
  400: 'This request cannot be read',
  403: 'This address is not ours',
  404: 'There is nothing here',
  405: 'This page can only be read',
  500: 'Something went wrong here',
  503: 'This server is not served',
};

const longestShownName = 80;

/** @param assets returns the folder of style and scripts, with a trailing slash; only a page for people needs it */
export function answerProblem(context: Context, { status, message }: Problem, assets: () => string): void {
  context.status = status;
  context.set('Cache-Control', 'no-store');
  if (status === 405) context.set('Allow', 'GET, HEAD');
  // The first type is for clients that accept anything.
  const wanted = context.accepts('json', 'text', 'html');
  if (wanted === 'html') {
    context.type = 'html';
    context.body = renderPage('error', { title: titles[status], assets: assets(), status, message });
    return;
  }
  if (wanted === 'text') {
    context.type = 'text';
    context.body = `${status} ${message}\n`;
    return;
  }
  const kind = status >= 500 ? 'internal-error' : 'invalid-request';
  context.type = 'json';
  context.body = JSON.stringify({ jsonrpc: '2.0', error: { code: assumedHttpRevision.errorCodes[kind], message } });
}

/** Makes a name from an address safe to repeat: short, and without unprintable characters. */
export function shownName(name: string): string {
  const printable = name.replace(/\p{C}/gu, '\u{fffd}');
  return printable.length > longestShownName ? `${printable.slice(0, longestShownName)}…` : printable;
}
