/**
 * Answers reads of a JSON document that describes servers to programs that have not connected: with an `ETag`, for pages of any origin.
 */
import type { JsonObject } from '@sigil/core';
import { describeForbidden } from '@sigil/transport-http';
import type { Context } from 'koa';
import { answerIfModified } from '../pages/answer-if-modified.js';
import { readOrigin } from '../pages/reader-origin.js';

/** The options of answering. */
export interface DocumentOptions {
  /** Host names that readers may use, in addition to loopback. */
  readonly allowedHosts: readonly string[];
  /** Reports a refused host. */
  readonly onForbidden?: ((message: string) => void) | undefined;
  /** True if the document depends on its reader, so that shared caches must not store it. */
  readonly isPrivate?: boolean;
}

/** A document, and its media type. */
export interface PublicDocument {
  readonly type: string;
  /** @param origin at which the reader reached this server, without a trailing slash */
  write(origin: string): JsonObject;
}

/** The longest time until a directory notices a new build. */
const maxAge = 'max-age=300';

/** Answers a read of the document, also from pages of other origins, and refuses other methods and hosts. */
export function answerDocument(
  context: Context,
  { type, write }: PublicDocument,
  { allowedHosts, onForbidden, isPrivate = false }: DocumentOptions,
): void {
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
    context.status = 405;
    context.body = { error: `this document answers GET, not ${context.method}` };
    return;
  }
  const origin = readOrigin(context.headers, allowedHosts);
  if (origin === undefined) {
    const message = describeForbidden('Host', context.get('host'));
    onForbidden?.(message);
    context.status = 403;
    context.body = { error: message };
    return;
  }
  const body = JSON.stringify(write(origin));
  context.set('Content-Type', type);
  context.set('Cache-Control', `${isPrivate ? 'private' : 'public'}, ${maxAge}`);
  context.set('Vary', 'Host, X-Forwarded-Proto');
  answerIfModified(context, body);
}
