/**
 * Reads the headers that MCP over HTTP knows, in one pass over what node:http received.
 *
 * A header that came twice is joined with a comma, as HTTP has it, and then equals nothing that is expected.
 * Spec: 2026-07-28 basic/transports/streamable-http#headers
 */
import type { Mirror } from '@sigil/core';

/** The known headers of one request; absent is `undefined`. Also the engine's view of what a message's headers claim. */
export class RequestHeaders implements Mirror {
  host: string | undefined = undefined;
  hostCount = 0;
  origin: string | undefined = undefined;
  accept: string | undefined = undefined;
  contentType: string | undefined = undefined;
  contentEncoding: string | undefined = undefined;
  contentLength: string | undefined = undefined;
  sessionId: string | undefined = undefined;
  lastEventId: string | undefined = undefined;
  protocolVersion: string | undefined = undefined;
  method: string | undefined = undefined;
  name: string | undefined = undefined;
  #parameters: Map<string, string> | undefined = undefined;

  readonly parameter = (headerName: string): string | undefined => this.#parameters?.get(headerName.toLowerCase());

  /** Changes the headers: one more `Mcp-Param-…` is known. */
  addParameter(headerName: string, value: string): void {
    this.#parameters ??= new Map();
    this.#parameters.set(headerName, join(this.#parameters.get(headerName), value));
  }
}

type PlainHeader = Exclude<
  { [Key in keyof RequestHeaders]: RequestHeaders[Key] extends string | undefined ? Key : never }[keyof RequestHeaders],
  never
>;

const plainHeaders: ReadonlyMap<string, PlainHeader> = new Map([
  ['host', 'host'],
  ['origin', 'origin'],
  ['accept', 'accept'],
  ['content-type', 'contentType'],
  ['content-encoding', 'contentEncoding'],
  ['content-length', 'contentLength'],
  ['mcp-session-id', 'sessionId'],
  ['last-event-id', 'lastEventId'],
  ['mcp-protocol-version', 'protocolVersion'],
  ['mcp-method', 'method'],
  ['mcp-name', 'name'],
]);

const parameterPrefix = 'mcp-param-';

/** @param raw names and values in turn, as `IncomingMessage.rawHeaders` has them */
export function readHeaders(raw: readonly string[]): RequestHeaders {
  const headers = new RequestHeaders();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase();
    const plain = plainHeaders.get(name);
    if (plain) headers[plain] = join(headers[plain], trimmed(raw[at + 1]!));
    else if (name.startsWith(parameterPrefix)) {
      headers.addParameter(name.slice(parameterPrefix.length), trimmed(raw[at + 1]!));
    }
    if (plain === 'host') headers.hostCount++;
  }
  return headers;
}

function join(earlier: string | undefined, value: string): string {
  return earlier === undefined ? value : `${earlier}, ${value}`;
}

/** Without the white space that HTTP lets stand around a value; other white space is part of it. */
function trimmed(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isOptionalSpace(value.charCodeAt(start))) start++;
  while (end > start && isOptionalSpace(value.charCodeAt(end - 1))) end--;
  return value.slice(start, end);
}

function isOptionalSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
