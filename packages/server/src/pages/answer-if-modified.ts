/**
 * Answers with a text and its ETag, or with 304 to a reader that has this text already.
 *
 * Spec: RFC 9110 section 13.1.2
 */
import { createHash } from 'node:crypto';
import type { Context } from 'koa';

/** Sets the body, the status and the ETag; the caller sets all other headers. */
export function answerIfModified(context: Context, body: string): void {
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  context.status = 200;
  context.set('ETag', tag);
  if (isKnown(context.get('If-None-Match'), tag)) context.status = 304;
  else context.body = body;
}

/** Koa's own check takes "no-cache", which `fetch` adds, for a demand to send the text again. */
function isKnown(header: string, tag: string): boolean {
  return header.split(',').some((known) => known.trim() === '*' || known.trim().replace(/^W\//, '') === tag);
}
