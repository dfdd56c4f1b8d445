/**
 * The headers that MCP over HTTP uses, read in one pass over node:http's raw headers.
 *
 * A repeated header is joined with a comma, as HTTP defines, and then matches no expected value.
 * Spec: 2026-07-28 basic/transports/streamable-http#headers
 */
import type { HeaderClaims } from '@sigil/core/internal';

/**
 * The known headers of one request; an absent one is `undefined`. Also the engine's view of the claims in a message's headers.
 */
export class RequestHeaders implements HeaderClaims {
  host: string | undefined = undefined;
  hostCount = 0;
  origin: string | undefined = undefined;
  authorization: string | undefined = undefined;
  forwardedFor: string | undefined = undefined;
  accept: string | undefined = undefined;
  contentType: string | undefined = undefined;
  contentEncoding: string | undefined = undefined;
  contentLength: string | undefined = undefined;
  sessionId: string | undefined = undefined;
  lastEventId: string | undefined = undefined;
  protocolVersion: string | undefined = undefined;
  method: string | undefined = undefined;
  name: string | undefined = undefined;
  #hasAuthority = false;
  #parameters: Map<string, string> | undefined = undefined;

  parameter(headerName: string): string | undefined {
    return this.#parameters?.get(headerName.toLowerCase());
  }

  /** Adds one received header. */
  add(name: string, value: string): void {
    const lower = name.toLowerCase();
    switch (lower) {
      case ':authority':
        // HTTP/2 has it in place of Host, before all headers.
        this.host = value;
        this.hostCount = 1;
        this.#hasAuthority = true;
        return;
      case 'host':
        this.#addHost(value);
        return;
      case 'accept':
        this.accept = join(this.accept, value);
        return;
      case 'origin':
        this.origin = join(this.origin, value);
        return;
      case 'authorization':
        this.authorization = join(this.authorization, value);
        return;
      case 'x-forwarded-for':
        this.forwardedFor = join(this.forwardedFor, value);
        return;
      case 'mcp-name':
        this.name = join(this.name, value);
        return;
      case 'content-length':
        this.contentLength = join(this.contentLength, value);
        return;
      case 'content-type':
        this.contentType = join(this.contentType, value);
        return;
      case 'mcp-session-id':
        this.sessionId = join(this.sessionId, value);
        return;
      case 'mcp-protocol-version':
        this.protocolVersion = join(this.protocolVersion, value);
        return;
      case 'mcp-method':
        this.method = join(this.method, value);
        return;
      case 'last-event-id':
        this.lastEventId = join(this.lastEventId, value);
        return;
      case 'content-encoding':
        this.contentEncoding = join(this.contentEncoding, value);
        return;
      default:
        this.#addParameter(lower, value);
    }
  }

  /** Counts a Host that only repeats the authority of HTTP/2 once. Spec: RFC 9113 §8.3.1 */
  #addHost(value: string): void {
    if (this.#hasAuthority && value === this.host) return;
    this.hostCount++;
    this.host = join(this.host, value);
  }

  #addParameter(name: string, value: string): void {
    if (!name.startsWith(parameterPrefix)) return;
    const headerName = name.slice(parameterPrefix.length);
    this.#parameters ??= new Map();
    this.#parameters.set(headerName, join(this.#parameters.get(headerName), value));
  }
}

const parameterPrefix = 'mcp-param-';

/** @param raw alternating names and values, as in `IncomingMessage.rawHeaders` */
export function readHeaders(raw: readonly string[]): RequestHeaders {
  const headers = new RequestHeaders();
  for (let at = 0; at + 1 < raw.length; at += 2) headers.add(raw[at]!, trimmed(raw[at + 1]!));
  return headers;
}

function join(earlier: string | undefined, value: string): string {
  return earlier === undefined ? value : `${earlier}, ${value}`;
}

/** Removes the white space that HTTP allows around a value; other white space is part of it. */
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
