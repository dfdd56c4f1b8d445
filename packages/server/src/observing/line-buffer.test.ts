import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openLineBuffer } from './line-buffer.js';

test('deferred lines are written together, before an immediate line and at the end of the turn', async () => {
  const written: string[] = [];
  const lines = openLineBuffer((text) => written.push(text));

  lines.writeSoon('a');
  lines.writeSoon('b');
  lines.write('c');
  lines.writeSoon('d');
  await setImmediate();
  lines.writeSoon('e');
  lines.flush();

  expect(written).toEqual(['ab', 'c', 'd', 'e']);
});

test('a deferred line that fills the buffer is written at once', () => {
  const written: string[] = [];
  const lines = openLineBuffer((text) => written.push(text));

  lines.writeSoon('x'.repeat(65_536));

  expect(written).toHaveLength(1);
});
