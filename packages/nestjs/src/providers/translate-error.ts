/**
 * Translates the exceptions of Nest, whose messages are for callers, to errors of MCP.
 */
import { HttpException } from '@nestjs/common';
import { McpError, ToolError } from '@sigil/core';
import type { McpCall } from '../calls/mcp-call.js';

/** Returns the error for the caller. Others than `HttpException`s below 500 stay what they are: their messages are for the operator. */
export function translateError(error: unknown, { kind }: Pick<McpCall, 'kind'>): unknown {
  if (!(error instanceof HttpException) || error.getStatus() >= 500) return error;
  const message = messageOf(error);
  if (kind === 'tool') return new ToolError(message, { cause: error });
  const errorKind = kind === 'resource' && error.getStatus() === 404 ? 'resource-not-found' : 'invalid-params';
  return Object.assign(new McpError(errorKind, message), { cause: error });
}

/** A validation pipe's exception has a list of messages in its response. */
function messageOf(error: HttpException): string {
  const response = error.getResponse();
  const { message }: { readonly message?: unknown } = typeof response === 'string' ? { message: response } : response;
  const texts = Array.isArray(message) ? message : [message ?? error.message];
  return texts.map(String).join('; ');
}
