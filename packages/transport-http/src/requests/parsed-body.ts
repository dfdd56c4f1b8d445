/**
 * A body that code before the endpoint has read: a body parser of the application, or its platform.
 *
 * Its text is written again from what the parser made of it. Members that the parser dropped, such as one that was there twice, are gone.
 */
import type { IncomingMessage } from 'node:http';

/**
 * Returns the text of a body that was read to its end, of which nothing can arrive any more.
 *
 * @param parsed the body as its parser left it; `request.body` if it is absent
 * @throws Error when nothing of it was kept
 */
export function textOfReadBody(request: IncomingMessage, parsed: unknown): string {
  const body: unknown = parsed ?? Reflect.get(request, 'body');
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  if (body !== undefined) return JSON.stringify(body);
  // An empty body ends although nothing of it was read.
  if (!request.readableDidRead) return '';
  throw new Error(
    'code before the endpoint has read the body of the request and kept nothing of it: let the endpoint come before, or pass the parsed body to it',
  );
}
