import type { JsonObject } from '@sigil/core';
import { metaKeys, releasedMethod } from '@sigil/core/internal';
import { expect, test } from 'vitest';
import type { WireMessage } from '../wire/wire-message.js';
import { PendingRequests } from './pending-requests.js';

const question = (task: string): string => {
  const params: JsonObject = { _meta: { [metaKeys.relatedTask]: { taskId: task } } };
  return JSON.stringify({ jsonrpc: '2.0', id: `of-${task}`, method: 'elicitation/create', params });
};

function open() {
  const nobodys: WireMessage[] = [];
  const pending = new PendingRequests((message) => nobodys.push(message));
  const receive = (text: string): void => pending.receive(text, () => undefined);
  const add = (taskId?: string, id = 1): WireMessage[] => {
    const got: WireMessage[] = [];
    const request = { id, text: '', headers: {}, taskId, onMessage: (it: WireMessage) => void got.push(it) };
    void pending.add(request);
    return got;
  };
  return { nobodys, receive, add };
}

test('a question of a task waits for a request that names the task', () => {
  const { nobodys, receive, add } = open();

  receive(question('one'));
  receive(question('two'));
  const ofTwo = add('two');

  expect(ofTwo.map(({ id }) => id)).toEqual(['of-two']);
  expect(nobodys).toEqual([]);
});

test('beyond 64 waiting questions, the oldest is handled as a message of no request', () => {
  const { nobodys, receive, add } = open();

  for (let number = 0; number <= 64; number++) receive(question(`task-${number}`));

  expect(nobodys.map(({ id }) => id)).toEqual(['of-task-0']);
  expect(add('task-1')).toHaveLength(1);
});

test('a release notice reaches only the call that it names', () => {
  const { nobodys, receive, add } = open();
  const [one, two] = [add(undefined, 1), add(undefined, 2)];

  receive(JSON.stringify({ jsonrpc: '2.0', method: releasedMethod, params: { requestId: 1 } }));
  receive(JSON.stringify({ jsonrpc: '2.0', method: releasedMethod, params: { requestId: 'one' } }));

  expect(one).toHaveLength(1);
  expect(two).toEqual([]);
  expect(nobodys).toHaveLength(1);
});

test('an invalid message in a batch does not block the others', async () => {
  const pending = new PendingRequests(() => undefined);
  const unreadable: string[] = [];
  const answer = pending.add({ id: 1, text: '', headers: {}, onMessage: () => undefined });

  pending.receive('[7, {"jsonrpc":"2.0","id":1,"result":{}}]', (why) => unreadable.push(why));

  expect((await answer).message.id).toBe(1);
  expect(unreadable).toEqual(['the server sent what is no JSON object']);
});

test('an error without an id answers the first request of a connection, and no later one', async () => {
  const pending = new PendingRequests(() => undefined);
  const refusal = '{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}';
  const request = (id: number) => pending.add({ id, text: '', headers: {}, onMessage: () => undefined });
  const first = request(1);

  pending.receive(refusal, () => undefined);
  expect((await first).message.parsed['error']).toMatchObject({ code: -32_601 });
  const second = request(2);
  // It is about a notification that was sent in between.
  pending.receive(refusal, () => undefined);
  pending.receive('{"jsonrpc":"2.0","id":2,"result":{}}', () => undefined);

  expect((await second).message.id).toBe(2);
});
