/**
 * A request of the Fetch standard, in the form of a request of node:http.
 *
 * Built on streams alone, since other runtimes let nobody construct the classes of node:http.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FetchSocket } from './fetch-socket.js';

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

/** The members of `IncomingMessage` that an endpoint uses. */
export class FetchRequest extends Readable {
  readonly method: string;
  /** Path and query, as in the first line of a request. */
  readonly url: string;
  readonly httpVersion = '1.1';
  readonly rawHeaders: string[];
  /** True once the whole body has been read. */
  complete = false;
  readonly #body: BodyReader | undefined;

  /** @throws TypeError when the body was read already */
  constructor(
    { method, url, headers, body, bodyUsed }: Request,
    readonly socket: FetchSocket,
  ) {
    super();
    if (bodyUsed || body?.locked)
      throw new TypeError('the body of the request was read already: no body parser may run before MCP');
    const { host, pathname, search } = new URL(url);
    this.method = method;
    this.url = pathname + search;
    this.rawHeaders = [...headers].flat();
    // A runtime may take the header into the URL.
    if (!headers.has('host')) this.rawHeaders.push('host', host);
    this.#body = body?.getReader();
  }

  get headers(): IncomingHttpHeaders {
    const headers: Record<string, string> = {};
    for (let at = 0; at + 1 < this.rawHeaders.length; at += 2) headers[this.rawHeaders[at]!] = this.rawHeaders[at + 1]!;
    return headers;
  }

  /** The Fetch standard joins repeated headers, so each has one value. */
  get headersDistinct(): Record<string, string[]> {
    return Object.fromEntries(Object.entries(this.headers).map(([name, value]) => [name, [String(value)]]));
  }

  override _read(): void {
    void this.#readPiece();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    void this.#cancelBody();
    done(error);
  }

  /** A body that has failed has nothing to cancel. */
  async #cancelBody(): Promise<void> {
    if (!this.complete) await this.#body?.cancel().catch(() => undefined);
  }

  async #readPiece(): Promise<void> {
    try {
      const piece = await this.#body?.read();
      if (piece && !piece.done) {
        this.push(Buffer.from(piece.value.buffer, piece.value.byteOffset, piece.value.byteLength));
        return;
      }
      this.complete = true;
      this.push(null);
    } catch {
      // Its sender is gone, and so takes no answer.
      this.socket.destroy();
      this.destroy();
    }
  }
}
