/**
 * A channel over the messages of a child process, or of this process to its parent.
 */
import type { EventEmitter } from 'node:events';
import type { Channel } from './channel.js';

/** The end of a process that sends messages. */
interface Sender extends EventEmitter {
  readonly send?: ((message: never, callback: (error: Error | null) => void) => boolean) | undefined;
  readonly connected?: boolean;
}

/** @param events emits received messages and the end of the channel; by default the process itself */
export function channelOf<Sent, Received>(process: Sender, events: EventEmitter = process): Channel<Sent, Received> {
  return {
    send(message) {
      // A message to a process that has just ended is lost; `onClose` reports it.
      if (process.connected !== false) process.send?.(message as never, () => undefined);
    },
    onMessage(listener) {
      events.on('message', listener);
      return () => events.off('message', listener);
    },
    onClose: (listener) => void events.once('disconnect', listener),
  };
}
