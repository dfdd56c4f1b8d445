/**
 * Opens a few connections that send one request after another without reading any answer.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { callOf, closeAll, openConnection, openSession, postOf } from './connections.mjs';
import { observe } from './observe.mjs';

const connections = 4;
const requests = 40;
const holdMs = 4_000;

/** @param {import('./open-target.mjs').Target} target @returns {Promise<import('./observe.mjs').Outcome>} */
export function stormWithPipelines(target) {
  const { url } = target;
  return observe('4 connections that pipeline 40 calls with 9 MB results and never read', target, async () => {
    const headers = await openSession(url, '2025-06-18');
    const sockets = await Promise.all(Array.from({ length: connections }, () => openConnection(url)));
    for (const socket of sockets) {
      let text = '';
      for (let id = 1; id <= requests; id++)
        text += postOf(url, JSON.stringify(callOf('long', { megabytes: 9 }, id)), { headers });
      socket.write(text);
    }
    await wait(holdMs);
    const cut = sockets.filter((socket) => socket.destroyed).length;
    await closeAll(sockets);
    return cut;
  });
}
