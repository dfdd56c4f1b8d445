/**
 * The answer to a request of the Fetch standard, written in the form of a response of node:http.
 *
 * An answer that ends with its first piece has a body in memory; any other is a stream, whose reader pushes back on its writer.
 */
import { Writable } from 'node:stream';
import type { FetchRequest } from './fetch-request.js';
import type { FetchSocket } from './fetch-socket.js';

/** Bytes that the runtime may take before it sends any, as much as node:http buffers. */
const highWaterMark = 16_384;
/** Headers about a connection, which is the runtime's. Spec: RFC 9110 section 7.6.1 */
const ofConnections = ['connection', 'keep-alive', 'transfer-encoding'];
/** Statuses whose answers have no body. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

type BodyController = ReadableStreamDefaultController<Uint8Array>;
type Done = (error?: Error | null) => void;
type HeadValue = number | string | readonly string[];

/** The members of `ServerResponse` that an endpoint uses. */
export class FetchResponse extends Writable {
  statusCode = 200;
  headersSent = false;
  /** The runtime decides about connections. */
  shouldKeepAlive = false;
  readonly #headers = new Headers();
  #resolve: (answer: Response) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;
  /** Resolves with the head of the answer; rejects when the connection is cut before. */
  readonly answer = new Promise<Response>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });
  #first: Uint8Array | undefined;
  #controller: BodyController | undefined;
  /** Called when the reader has taken enough for the next piece. */
  #taken: Done | undefined;
  #isAbandoned = false;
  #timeoutMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly req: FetchRequest,
    readonly socket: FetchSocket,
  ) {
    super({ highWaterMark });
    socket.once('close', () => this.destroy());
  }

  hasHeader(name: string): boolean {
    return this.#headers.has(name);
  }

  getHeader(name: string): string | undefined {
    return this.#headers.get(name) ?? undefined;
  }

  setHeader(name: string, value: HeadValue): this {
    this.#headers.delete(name);
    return this.appendHeader(name, value);
  }

  appendHeader(name: string, value: HeadValue): this {
    for (const one of [value].flat()) this.#headers.append(name, String(one));
    return this;
  }

  /** @param head alternating names and values, or values by name, as for node:http */
  writeHead(status: number, head: readonly string[] | Readonly<Record<string, HeadValue>> = []): this {
    this.statusCode = status;
    const entries = Array.isArray(head) ? inPairs(head as readonly string[]) : Object.entries(head);
    for (const [name, value] of entries) this.appendHeader(name, value as HeadValue);
    return this;
  }

  flushHeaders(): void {
    if (!this.headersSent) this.#sendStream();
  }

  /** Emits `timeout` when the reader has taken nothing for this time; 0 ends the watch. */
  setTimeout(ms: number): this {
    this.#timeoutMs = ms;
    this.#watch();
    return this;
  }

  /** Cuts the connection for a caller that is gone, whose runtime would report an error of the body as a fault. */
  abandon(): void {
    this.#isAbandoned = true;
    this.socket.destroy();
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#write(piece, done);
  }

  #write(bytes: Buffer, done: Done): void {
    if (this.#controller) {
      this.#push(bytes, done);
    } else if (this.#first === undefined && !this.headersSent) {
      // Held back, since the end may follow at once.
      this.#first = bytes;
      done();
      setImmediate(() => !this.headersSent && !this.destroyed && this.#sendStream());
    } else {
      this.#sendStream();
      this.#push(bytes, done);
    }
  }

  override _writev(pieces: readonly { chunk: Buffer }[], done: Done): void {
    this.#write(Buffer.concat(pieces.map(({ chunk }) => chunk)), done);
  }

  override _final(done: Done): void {
    if (this.#controller) this.#controller.close();
    else this.#send(this.#first ?? null);
    // A disconnection from now on has nothing to end.
    this.#controller = undefined;
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    clearTimeout(this.#timer);
    if (!this.writableFinished) {
      const cut = new Error('the connection was cut');
      if (this.#isAbandoned) this.#controller?.close();
      else this.#controller?.error(cut);
      this.#reject(cut);
    }
    this.#taken = undefined;
    this.req.destroy();
    done(error);
  }

  #send(body: ConstructorParameters<typeof Response>[0]): void {
    this.headersSent = true;
    for (const name of ofConnections) this.#headers.delete(name);
    const isEmpty = withoutBody.has(this.statusCode) || this.req.method === 'HEAD';
    this.#resolve(new Response(isEmpty ? null : body, { status: this.statusCode, headers: this.#headers }));
  }

  /** The stream takes nothing more, not even its end. */
  #cancelled(): void {
    this.#controller = undefined;
    this.destroy();
  }

  #sendStream(): void {
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#controller = controller),
        pull: () => this.#take(),
        cancel: () => this.#cancelled(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark }),
    );
    const first = this.#first;
    this.#first = undefined;
    this.#send(body);
    if (first) this.#controller?.enqueue(first);
  }

  #push(bytes: Uint8Array, done: Done): void {
    const controller = this.#controller!; // the callers have opened the stream
    controller.enqueue(bytes);
    if ((controller.desiredSize ?? 0) > 0) done();
    else this.#taken = done;
    this.#watch();
  }

  #take(): void {
    const done = this.#taken;
    this.#taken = undefined;
    this.#watch();
    done?.();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#timeoutMs > 0 && this.#taken && !this.destroyed)
      this.#timer = setTimeout(() => this.emit('timeout'), this.#timeoutMs);
  }
}

function inPairs(head: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < head.length; at += 2) pairs.push([head[at]!, head[at + 1]!]);
  return pairs;
}
