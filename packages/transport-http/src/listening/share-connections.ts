/**
 * Closes connections of a client that has used up its share of the server's connections.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clients } from '@sigil/core/engine';
import { Budget } from '@sigil/core/internal';

/** The rules for a server's connections. */
export interface ConnectionRules {
  readonly clients: Clients;
  readonly maxConnections: number;
  /** Called for a connection whose upgrade was declined: the server emits it once more. */
  readonly onHandedBack: (socket: Socket) => void;
}

/** Applies from the next connection on. A connection over the limit is closed immediately, like one over `maxConnections`. */
export function shareConnections(server: Server, { clients, maxConnections, onHandedBack }: ConnectionRules): void {
  const all = new Budget('maxConnections', maxConnections);
  // One function for all connections of a client: a closure for each would be kept as long as the connection.
  const givers = new WeakMap<Budget, () => void>();
  const giverOf = (connections: Budget): (() => void) => {
    const give = givers.get(connections) ?? (() => connections.give(1));
    givers.set(connections, give);
    return give;
  };
  const counted = new WeakSet<Socket>();
  server.on('connection', (socket: Socket) => {
    if (counted.has(socket)) return onHandedBack(socket);
    counted.add(socket);
    const connections = clients.of(socket.remoteAddress).shareOf(all);
    if (connections.take(1)) socket.destroy();
    else socket.on('close', giverOf(connections));
  });
}
