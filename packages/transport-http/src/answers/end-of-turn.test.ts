import { gate, textResult, toolOf } from '@sigil/testing/transports';
import { expect, test } from 'vitest';
import { modern, openTestServer, send } from '../http.test-support.js';
import { endOfTurn } from './end-of-turn.js';

test('endOfTurn callbacks of one turn run in order, after its promises and ticks', async () => {
  const seen: string[] = [];
  const first = endOfTurn().then(() => void seen.push('first'));
  void endOfTurn().then(() => void seen.push('second'));
  process.nextTick(() => seen.push('tick'));
  await Promise.resolve();
  seen.push('promise');

  await first;

  expect(seen).toEqual(['promise', 'tick', 'first', 'second']);
});

test('a failing endOfTurn callback does not affect the others', async () => {
  const failed = endOfTurn().then(() => {
    throw new Error('cannot be written');
  });
  const other = endOfTurn().then(() => 'written');

  await expect(failed).rejects.toThrow('cannot be written');
  await expect(other).resolves.toBe('written');
});

test('an endOfTurn callback can wait for the end of the next turn', async () => {
  const turns: number[] = [];
  await endOfTurn().then(() => {
    turns.push(1);
    return endOfTurn().then(() => void turns.push(2));
  });

  expect(turns).toEqual([1, 2]);
});

test('closing an endpoint waits for the end of the turn in which the last answer is written', async () => {
  const [begun, goOn] = [gate(), gate()];
  const waiting = toolOf('wait', async () => {
    begun.open();
    await goOn.opened;
    return textResult('done');
  });
  const { port, endpoint } = await openTestServer({ tools: [waiting] });
  const answer = send(port, modern('tools/call', { name: 'wait', arguments: {} }));
  await begun.opened;

  const order: string[] = [];
  const closed = endpoint.close(5_000).then(() => void order.push('closed'));
  goOn.open();
  void endOfTurn().then(() => void order.push('end of the turn'));
  await closed;

  expect(order).toEqual(['end of the turn', 'closed']);
  expect((await answer).text).toContain('done');
});
