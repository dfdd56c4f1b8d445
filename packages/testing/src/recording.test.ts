import { revisions, type Outgoing } from '@sigil/core/engine';
import { expect, test } from 'vitest';
import { recordOutlet, validateTranscript } from './recording.js';

const { date } = revisions[0]!;
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

test('messages are recorded and passed on', async () => {
  const passedOn: Outgoing[] = [];
  const recording = recordOutlet(date, { send: async (message) => void passedOn.push(message) });
  const pong: Outgoing = { kind: 'response', json: '{"jsonrpc":"2.0","id":1,"result":{}}' };

  recording.noteSent(ping);
  await recording.send(pong);

  expect(passedOn).toEqual([pong]);
  expect(recording.transcript).toEqual([
    { from: 'client', text: ping },
    { from: 'server', text: pong.json },
  ]);
  expect(recording.problems()).toEqual([]);
});

test('a problem names its line', () => {
  const problems = validateTranscript(date, [
    { from: 'client', text: ping },
    { from: 'server', text: '{"jsonrpc":"2.0","id":2,"result":{}}' },
  ]);

  expect(problems).toEqual(['line 2: no request with the id 2 was sent']);
});
