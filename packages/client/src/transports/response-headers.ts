/**
 * The headers of a response, by their names in lower case.
 */

/** Several values are those of a header that the server repeats. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Reads a header that has one value; the first one counts if the server, or a proxy before it, repeats the header. */
export function readHeader(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name];
  return value === undefined || typeof value === 'string' ? value : value[0];
}

/** Returns whether the body is an event stream. Spec: RFC 9110 §8.3.1, by which case makes no difference in a media type. */
export function isEventStream(headers: ResponseHeaders): boolean {
  return /^text\/event-stream\s*(?:;|$)/i.test(readHeader(headers, 'content-type') ?? '');
}
