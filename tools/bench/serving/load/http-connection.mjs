/**
 * One connection of the load: sends a request, returns its answer. Cheaper than node:http's client,
 * so that one core can load a server on another.
 *
 * Supports only the HTTP of these servers' answers: bodies with a length, and chunked ones. `@sigil/client` is not used: it takes more
 * CPU for a call than the measured server.
 */
import { connect } from 'node:net';

/**
 * @typedef {object} HttpAnswer
 * @property {number} status
 * @property {string} head in lower case
 * @property {string} rawHead unchanged, as ids of sessions may have upper-case letters
 * @property {string} body as bytes: the benchmark's tools answer in ASCII
 */

export class HttpConnection {
  #port;
  /** @type {import('node:net').Socket | undefined} */
  #socket;
  /** @type {PartialAnswer} */
  #partial = newPartial();
  /** @type {(answer: HttpAnswer) => void} */
  #onAnswer = () => undefined;
  /** @type {(error: Error) => void} */
  #onError = () => undefined;
  /** @type {((text: string) => void) | undefined} */
  #onText;

  /** @param {number} port */
  constructor(port) {
    this.#port = port;
  }

  /**
   * @param {string} request one complete request
   * @param {(text: string) => void} [onText] called with each part of the answer on arrival
   * @returns {Promise<HttpAnswer>}
   */
  send(request, onText) {
    this.#onText = onText;
    return new Promise((resolve, reject) => {
      this.#onAnswer = resolve;
      this.#onError = reject;
      this.#open().write(request, 'latin1');
    });
  }

  close() {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #open() {
    if (this.#socket && !this.#socket.destroyed && this.#socket.writable) return this.#socket;
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    this.#partial = newPartial();
    socket.on('data', (chunk) => this.#take(chunk.toString('latin1')));
    socket.on('error', (error) => {
      // A connection that was given up may still be reset.
      if (socket === this.#socket) this.#onError(error);
    });
    socket.on('close', () => {
      if (socket === this.#socket) this.#onError(new Error('the connection was closed before the answer'));
    });
    this.#socket = socket;
    return socket;
  }

  /** @param {string} text */
  #take(text) {
    this.#onText?.(text);
    const answer = addText(this.#partial, text);
    if (!answer) return;
    this.#partial = newPartial();
    if (answer.head.includes('\r\nconnection: close')) this.close();
    this.#onAnswer(answer);
  }
}

/**
 * @typedef {object} PartialAnswer
 * @property {string} head empty until it is complete
 * @property {string} rawHead
 * @property {string[]} parts received after the head; of the head until it is complete
 * @property {number} size
 * @property {number} wanted length of the body; -1 for a chunked one
 */

/** @returns {PartialAnswer} */
function newPartial() {
  return { head: '', rawHead: '', parts: [], size: 0, wanted: 0 };
}

/** Adds received text. @param {PartialAnswer} partial @param {string} text @returns {HttpAnswer | undefined} once it is complete */
function addText(partial, text) {
  if (partial.head === '') {
    const received = partial.parts.join('') + text;
    const end = received.indexOf('\r\n\r\n');
    const rest = end === -1 ? received : received.slice(end + 4);
    partial.parts = [rest];
    partial.size = rest.length;
    if (end === -1) return undefined;
    partial.rawHead = received.slice(0, end);
    partial.head = partial.rawHead.toLowerCase();
    partial.wanted = bodyLength(partial.head);
  } else {
    partial.parts.push(text);
    partial.size += text.length;
  }
  const { head, rawHead, parts, size, wanted } = partial;
  const isComplete = wanted === -1 ? (parts.at(-1) ?? '').endsWith('0\r\n\r\n') : size >= wanted;
  if (!isComplete) return undefined;
  const body = parts.join('');
  return { status: Number(head.slice(9, 12)), head, rawHead, body: wanted === -1 ? joinChunks(body) : body };
}

/** @param {string} head */
function bodyLength(head) {
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  if (length !== undefined) return Number(length);
  return head.includes('\r\ntransfer-encoding: chunked') ? -1 : 0;
}

/** @param {string} chunked */
function joinChunks(chunked) {
  const parts = [];
  for (let at = 0; ;) {
    const lineEnd = chunked.indexOf('\r\n', at);
    const size = Number.parseInt(chunked.slice(at, lineEnd), 16);
    if (!(size > 0)) return parts.join('');
    parts.push(chunked.slice(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

/**
 * Returns the message that answers a request: the body, or the last event of a stream.
 * @param {HttpAnswer} answer
 * @returns {any}
 */
export function messageIn({ status, head, body }) {
  if (status !== 200) throw new Error(`status ${status}: ${body.slice(0, 500)}`);
  if (!head.includes('text/event-stream')) return JSON.parse(body);
  const data = body.lastIndexOf('data:');
  return JSON.parse(body.slice(data + 5, body.indexOf('\n', data)));
}
