/**
 * The one error of this package.
 */
import type { ContentBlock } from './content.js';

/**
 * The kind of a failure:
 *
 * - `not-hosted`: the page is shown by itself, and not by a host
 * - `unsupported`: the host does not offer what was asked for
 * - `timeout`: the host has not answered in time
 * - `refused`: the host, or the person in front of it, has refused the request
 * - `tool-failed`: the tool ran and failed; `content` is its answer
 * - `malformed`: the answer is not of the kind that the tool declares
 * - `closed`: the view was closed before the answer
 */
export type ViewErrorCode =
  'not-hosted' | 'unsupported' | 'timeout' | 'refused' | 'tool-failed' | 'malformed' | 'closed';

/** A request to the host or to a tool has failed; the message may be shown to people. */
export class ViewError extends Error {
  override readonly name = 'ViewError';
  readonly code: ViewErrorCode;
  /** The answer of a tool that failed; otherwise empty. */
  readonly content: readonly ContentBlock[];

  constructor(code: ViewErrorCode, message: string, content: readonly ContentBlock[] = []) {
    super(message);
    this.code = code;
    this.content = content;
  }
}
