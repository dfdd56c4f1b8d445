/**
 * The error of a legacy upstream that wants pages to be opened first, and the same as questions for clients that know no such error.
 *
 * Spec: 2025-11-25 client/elicitation#url-elicitation-required-error
 */
import { isJsonObject, ToolError, type Context, type JsonObject, type JsonValue } from '@sigil/core';
import { RelayedError } from '@sigil/core/catalog';
import { urlElicitationRequired } from '../conversation/read-outcome.js';

/** More pages than this in one answer are no question that a person could be asked. */
const mostPages = 10;

/** A page that the user has to open. */
export interface Page {
  readonly message: string;
  readonly url: string;
}

/** @returns `undefined` for any other error */
export function pagesOf(error: unknown): readonly Page[] | undefined {
  if (!(error instanceof RelayedError) || error.code !== urlElicitationRequired) return undefined;
  const listed = error.data?.['elicitations'];
  const pages = Array.isArray(listed) ? listed.filter(isJsonObject).flatMap(readPage) : [];
  return pages.slice(0, mostPages);
}

/** Reads pages that were remembered. */
export function readPages(value: JsonValue | undefined): readonly Page[] {
  return Array.isArray(value) ? value.filter(isJsonObject).flatMap(readPage) : [];
}

/**
 * Asks the user to open each of them.
 *
 * @param round tells apart what is asked again, since the upstream may not know yet that the user has done it
 * @throws McpError, ToolError when the client shows no pages; ToolError when the user does not agree
 */
export async function askForPages(context: Context, pages: readonly Page[], round: number): Promise<void> {
  context.requireClient({ elicitation: { url: {} } });
  const answers = await Promise.all(
    pages.map(({ message, url }, index) => context.elicitUrl(message, url, { key: `page-${round}-${index}` })),
  );
  if (pages.length > 0 && answers.every(({ action }) => action === 'accept')) return;
  throw new ToolError('the upstream server needs the user to open a page first, and the user did not agree');
}

function readPage({ message, url }: JsonObject): Page[] {
  return typeof url === 'string' && URL.canParse(url)
    ? [{ message: typeof message === 'string' ? message : '', url }]
    : [];
}

/** Tells whether the client of the call can be asked to open one. */
export function canShowPages({ clientCapabilities }: Context): boolean {
  const { elicitation } = clientCapabilities;
  return isJsonObject(elicitation) && isJsonObject(elicitation['url']);
}
