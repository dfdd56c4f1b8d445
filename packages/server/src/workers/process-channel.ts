/**
 * A channel over the messages of a child process, or of this process to its parent.
 */
import type { EventEmitter } from 'node:events';
import type { Channel } from './channel.js';

/** The end of a process that messages are sent through. */
interface Sender extends EventEmitter {
  readonly send?: ((message: never, callback: (error: Error | null) => void) => boolean) | undefined;
  readonly connected?: boolean;
}

/** @param events where messages come out, and that the channel has closed; the process itself when left out */
export function channelOf<Sent, Received>(process: Sender, events: EventEmitter = process): Channel<Sent, Received> {
  return {
    send(message) {
      // A message to a process that has just gone is lost with it; `onClose` tells.
      if (process.connected !== false) process.send?.(message as never, () => undefined);
    },
    onMessage(listener) {
      events.on('message', listener);
      return () => events.off('message', listener);
    },
    onClose: (listener) => void events.once('disconnect', listener),
  };
}
