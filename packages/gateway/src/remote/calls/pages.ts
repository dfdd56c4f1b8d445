/**
 * The error with which a legacy upstream asks to open pages first, and the same pages as questions for clients that do not know the error.
 *
 * Spec: 2025-11-25 client/elicitation#url-elicitation-required-error
 */
import { isJsonObject, ToolError, type Context, type JsonObject, type JsonValue } from '@sigil/core';
import { RelayedError } from '@sigil/core/catalog';
import { urlElicitationRequired } from '@sigil/client/internal';

/** A person cannot be asked to open more pages than this at once. */
const mostPages = 10;

/** A page that the user has to open. */
export interface Page {
  readonly message: string;
  readonly url: string;
}

/** @returns `undefined` for any other error */
export function pagesOf(error: unknown): readonly Page[] | undefined {
  if (!(error instanceof RelayedError) || error.code !== urlElicitationRequired) return undefined;
  const listed = isJsonObject(error.data) ? error.data['elicitations'] : undefined;
  const pages = Array.isArray(listed) ? listed.filter(isJsonObject).flatMap(readPage) : [];
  return pages.slice(0, mostPages);
}

/** Reads pages that a step of the call remembered. */
export function readPages(value: JsonValue | undefined): readonly Page[] {
  return Array.isArray(value) ? value.filter(isJsonObject).flatMap(readPage) : [];
}

/**
 * Asks the user to open each page.
 *
 * @param round distinguishes repeated questions: the upstream may not know yet that the user has opened the page
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

/** Returns whether the call's client can be asked to open a page. */
export function canShowPages({ clientCapabilities }: Context): boolean {
  const { elicitation } = clientCapabilities;
  return isJsonObject(elicitation) && isJsonObject(elicitation['url']);
}
