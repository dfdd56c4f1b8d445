/**
 * The channel between the primary process and one of its workers: whole messages, in order, until one of the two ends.
 *
 * Messages are structured clones, so the store gets its arguments unchanged.
 */
import type { Stop } from '@sigil/transport-http';
import type { PartName } from './store-parts.js';

/** A call of a method of a part of the store; `follow` starts listening, and its events come as `told`. */
export type StoreRequest =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly part: PartName;
      readonly method: string;
      readonly args: unknown[];
    }
  | {
      readonly kind: 'follow';
      readonly id: number;
      readonly part: PartName;
      readonly method: string;
      readonly args: unknown[];
    }
  | { readonly kind: 'unfollow'; readonly id: number };

/** The answer to a call, or an event for a listener. */
export type StoreReply =
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'told'; readonly id: number; readonly args: unknown[] };

/** One end of the channel. */
export interface Channel<Sent, Received> {
  send(message: Sent): void;
  /** @returns a function that stops calling back */
  onMessage(listener: (message: Received) => void): Stop;
  onClose(listener: () => void): void;
}
