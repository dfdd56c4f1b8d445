/**
 * Answers reads of a JSON document that describes servers to programs that have not connected: with an `ETag`, for pages of any origin.
 */
import type { JsonObject } from '@sigil/core';
import type { Context } from 'koa';
import { answerIfModified } from '../pages/answer-if-modified.js';
import { originOf, requireHost, type HostRules } from '../routing/require-host.js';

/** The options of answering. */
export interface DocumentOptions extends Omit<HostRules, 'refuse'> {
  /** True if the document depends on its reader, so that shared caches must not store it. */
  readonly isPrivate: boolean;
  /** The URL that clients use for this server, if one is configured: a proxy may have another name, and a path before those of this server. */
  readonly publicUrl?: string | undefined;
}

/** A document, and its media type. */
export interface PublicDocument {
  readonly type: string;
  /** @param base the URL of this server, without a trailing slash */
  write(base: string): JsonObject;
}

/** The longest time until a directory notices a new build. */
const maxAge = 'max-age=300';

/** Answers a read of the document, also from pages of other origins, and refuses other methods and hosts. */
export async function answerDocument(
  context: Context,
  document: PublicDocument,
  options: DocumentOptions,
): Promise<void> {
  context.set('Access-Control-Allow-Origin', '*');
  context.set('Access-Control-Expose-Headers', 'ETag');
  if (context.method === 'OPTIONS') {
    context.set('Access-Control-Allow-Methods', 'GET, HEAD');
    context.set('Access-Control-Allow-Headers', 'Content-Type, If-None-Match');
    context.status = 204;
    return;
  }
  if (context.method !== 'GET' && context.method !== 'HEAD') {
    context.set('Allow', 'GET, HEAD, OPTIONS');
    refuse(context, 405, `this document answers GET, not ${context.method}`);
    return;
  }
  const checkHost = requireHost({ ...options, refuse: (refused, error) => refuse(refused, 403, error) });
  await checkHost(context, async () => send(context, document, options));
}

function refuse(context: Context, status: number, error: string): void {
  context.status = status;
  context.body = { error };
}

function send(context: Context, { type, write }: PublicDocument, { isPrivate, publicUrl }: DocumentOptions): void {
  const body = JSON.stringify(write(publicUrl ?? originOf(context)));
  context.set('Content-Type', type);
  context.set('Cache-Control', `${isPrivate ? 'private' : 'public'}, ${maxAge}`);
  context.set('Vary', isPrivate ? 'Host, X-Forwarded-Proto, Authorization' : 'Host, X-Forwarded-Proto');
  answerIfModified(context, body);
}
