/**
 * Sends many requests whose bodies stop before their last byte.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { closeAll, openConnection, postOf } from './connections.mjs';
import { observe } from './observe.mjs';

const bodies = 150;
const bodyBytes = 4 * 1024 * 1024;
const holdMs = 4_000;

/** @param {import('./open-target.mjs').Target} target @returns {Promise<import('./observe.mjs').Outcome>} */
export function stormWithUnfinishedBodies(target) {
  const { url } = target;
  return observe('150 bodies of 4 MiB that never end', target, async () => {
    const piece = 'x'.repeat(bodyBytes - 1);
    const sockets = await Promise.all(Array.from({ length: bodies }, () => openConnection(url)));
    let refused = 0;
    for (const socket of sockets) {
      socket.once('data', () => refused++);
      socket.write(postOf(url, piece, { length: bodyBytes }));
    }
    await wait(holdMs);
    await closeAll(sockets);
    return refused;
  });
}
