/**
 * Closes connections of a client that has its share of all that a server may have.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Budget, type Clients } from '@sigil/core/engine';

/** Begins with the next connection. A further one is closed at once, as one beyond `maxConnections` is. */
export function shareConnections(server: Server, maxConnections: number, clients: Clients): void {
  const all = new Budget('maxConnections', maxConnections);
  // One function for all connections of a client: a closure for each would be held as long as the connection.
  const givers = new WeakMap<Budget, () => void>();
  const giverOf = (connections: Budget): (() => void) => {
    const give = givers.get(connections) ?? (() => connections.give(1));
    givers.set(connections, give);
    return give;
  };
  server.on('connection', (socket: Socket) => {
    const connections = clients.of(socket.remoteAddress).shareOf(all);
    if (connections.take(1)) socket.destroy();
    else socket.on('close', giverOf(connections));
  });
}
