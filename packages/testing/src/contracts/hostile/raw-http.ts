/**
 * Sends arbitrary bytes to an HTTP server over one connection, and reads the answers.
 *
 * An HTTP client would refuse to send most of these bytes.
 */
import { connect, type Socket } from 'node:net';

/** A request as it goes over the wire, valid or not. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  /** Sent in this order, repetitions included; only the body's length and `Connection: close` are added. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array;
  /** The framing of the body: by `Content-Length`, in chunks of this size, or as the headers say. */
  readonly framing?: 'length' | 'as-is' | { readonly chunkBytes: number };
}

/** The head and the body of one answer. */
export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly isWhole: boolean;
}

/** Writes the request as bytes. */
export function writeRequest(request: RawRequest, isLast = true): Buffer {
  const { method, target, headers, framing = 'length' } = request;
  const body = Buffer.from(request.body as Uint8Array);
  const length = framing === 'length' ? [['Content-Length', String(body.length)] as const] : [];
  const coding = typeof framing === 'object' ? [['Transfer-Encoding', 'chunked'] as const] : [];
  const close = isLast ? [['Connection', 'close'] as const] : [];
  const lines = [...headers, ...length, ...coding, ...close].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  // Latin-1, as in HTTP: a test may put any byte into a header.
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1');
  return Buffer.concat([head, typeof framing === 'object' ? inChunks(body, framing.chunkBytes) : body]);
}

function inChunks(body: Buffer, chunkBytes: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += chunkBytes) {
    const chunk = body.subarray(at, at + chunkBytes);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

/** Opens a connection. The caller closes it. @throws when nothing listens on the port */
export function openRaw(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      // A server may cut the connection while the test still sends.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

/** Sends these bytes on a connection of their own and reads until the server closes it, or has sent `most` answers. */
export async function exchangeRaw(port: number, bytes: string | Uint8Array, most?: number): Promise<RawAnswer[]> {
  const socket = await openRaw(port);
  const answers = readAnswers(socket, most);
  socket.write(bytes);
  return answers;
}

/**
 * Reads to the end of the connection.
 *
 * @param most closes the connection after this many answers
 * @returns every answer on it, in order; the last may be incomplete
 */
export function readAnswers(socket: Socket, most = Infinity): Promise<RawAnswer[]> {
  const chunks: Buffer[] = [];
  let answers: RawAnswer[] = [];
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    answers = splitAnswers(Buffer.concat(chunks));
    if (answers.filter(({ isWhole }) => isWhole).length >= most) socket.destroy();
  });
  return new Promise((resolve) => socket.once('close', () => resolve(answers)));
}

function splitAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  for (let end = rest.indexOf('\r\n\r\n'); end !== -1; end = rest.indexOf('\r\n\r\n')) {
    const { status, headers } = readHead(rest.subarray(0, end).toString('latin1'));
    const after = rest.subarray(end + 4);
    // Only a request refused before its body was read is answered in one chunk, as the last of its connection.
    const isChunked = headers.get('transfer-encoding') === 'chunked';
    const length = isChunked ? after.length : Number(headers.get('content-length') ?? 0);
    const body = after.subarray(0, length).toString();
    const isWhole = isChunked ? body.endsWith('0\r\n\r\n') : after.length >= length;
    if (status !== 100) answers.push({ status, headers, body: isChunked ? joinChunks(body) : body, isWhole });
    rest = after.subarray(length);
  }
  return answers;
}

function readHead(head: string): { status: number; headers: Map<string, string> } {
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map(
    (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
  );
  return { status: Number(first.split(' ')[1]), headers: new Map(headers) };
}

/** Texts that tests read in chunks are ASCII. */
function joinChunks(chunked: string): string {
  const parts: string[] = [];
  for (let at = 0; ;) {
    const lineEnd = chunked.indexOf('\r\n', at);
    const size = Number.parseInt(chunked.slice(at, lineEnd), 16);
    if (!(size > 0)) return parts.join('');
    parts.push(chunked.slice(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
