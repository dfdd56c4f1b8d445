/**
 * Workers of one primary, all in this process, connected by message ports.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Channel } from './channel.js';
import { connectSharedStore, type ConnectedStore } from './connect-shared-store.js';
import { openWorkerStore } from './serve-shared-store.js';

function channelOver<Sent, Received>(port: MessagePort): Channel<Sent, Received> {
  return {
    send: (message) => port.postMessage(message),
    onMessage(listener) {
      port.on('message', listener);
      return () => port.off('message', listener);
    },
    onClose: (listener) => void port.on('close', listener),
  };
}

/** A separate primary. The code that opens it closes it. */
export interface PrimaryInProcess {
  /** Connects the store of another worker. */
  connect(): Promise<ConnectedStore>;
  /** Ends the first worker. */
  leave(): void;
  close(): void;
}

export function openPrimary(): PrimaryInProcess {
  const primary = openWorkerStore();
  const ports: MessagePort[] = [];
  return {
    connect() {
      const { port1, port2 } = new MessageChannel();
      ports.push(port2);
      primary.serve(channelOver(port1));
      return connectSharedStore(channelOver(port2));
    },
    leave: () => ports[0]!.close(),
    close() {
      for (const port of ports) port.close();
      primary.close();
    },
  };
}
