/**
 * Answers over HTTP/2, by the compatibility API of node:http2: its responses lack members of those of node:http.
 */
import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';

/** The members that an endpoint uses; an HTTP/2 stream has them. */
const missing = ['destroyed', 'closed', 'writableNeedDrain'] as const;

/** Adds the missing members, without which a lost reader and a slow one would go unnoticed. */
export function completeHttp2Response(response: ServerResponse): void {
  for (const name of missing) {
    if (name in response) continue;
    Object.defineProperty(response, name, { get: () => streamOf(response)[name] });
  }
}

/** Returns the header that ends the connection after the answer; none over HTTP/2, which has no such header. Spec: RFC 9113 §8.2.2 */
export function closeHead(response: ServerResponse): readonly string[] {
  return 'stream' in response ? [] : ['Connection', 'close'];
}

/** A response of HTTP/2 has its stream to the end. */
function streamOf(response: ServerResponse): Http2ServerResponse['stream'] {
  return (response as unknown as Http2ServerResponse).stream;
}
