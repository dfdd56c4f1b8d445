/**
 * Speaks to a server over a channel that carries one message per text: a server in the same process, or a transport of the caller's own.
 */
import { ConnectionError } from '../errors/connection-error.js';
import type { Connection, ConnectionAnswer, ConnectionEvents, ConnectionRequest } from './connection.js';
import { PendingRequests } from './pending-requests.js';

/** One end of a channel. */
export interface TextChannel {
  /** Sends a message. What it throws fails the request that the message is. */
  send(text: string): void;
  close(): Promise<void>;
}

/** The functions to call with what arrives on a channel. */
export interface ChannelReader {
  /** Receives a message of the server. */
  receive(text: string): void;
  /** Reports that the channel ended by itself. */
  end(why: Error): void;
}

export class ChannelConnection implements Connection {
  readonly isHttp = false;
  readonly #pending: PendingRequests;
  readonly #channel: TextChannel;
  #end: Error | undefined;

  constructor(open: (reader: ChannelReader) => TextChannel, events: ConnectionEvents) {
    this.#pending = new PendingRequests((message) => events.onMessage(message));
    this.#channel = open({
      receive: (text) => this.#pending.receive(text, (why) => events.onLog?.(why)),
      end: (why) => {
        if (this.#end) return;
        this.#fail(why);
        events.onEnd(why);
      },
    });
  }

  request(request: ConnectionRequest): Promise<ConnectionAnswer> {
    if (this.#end) return Promise.reject(this.#end);
    const answer = this.#pending.add(request);
    this.#pending.send(request, (text) => this.#channel.send(text));
    return answer;
  }

  async send(text: string): Promise<void> {
    if (!this.#end) this.#channel.send(text);
  }

  async close(): Promise<void> {
    if (!this.#end) this.#fail(new ConnectionError('closed', 'the connection to the server was closed'));
    await this.#channel.close();
  }

  #fail(why: Error): void {
    this.#end = why;
    this.#pending.failAll(why);
  }
}
