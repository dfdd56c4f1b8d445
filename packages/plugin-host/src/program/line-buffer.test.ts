import { expect, test } from 'vitest';
import { LineBuffer, maxHeldLineBytes } from './line-buffer.js';

function bufferWithOutput(): { readonly lines: LineBuffer; readonly passed: string[] } {
  const passed: string[] = [];
  return { lines: new LineBuffer((bytes) => void passed.push(Buffer.from(bytes).toString())), passed };
}

test('a line that is written in parts is passed on when it ends', () => {
  const { lines, passed } = bufferWithOutput();

  for (const part of ['on', 'e\ntwo\nth', 'ree']) lines.write(Buffer.from(part));
  const beforeItsEnd = [...passed];
  lines.flush();

  expect(beforeItsEnd).toEqual(['one\ntwo\n']);
  expect(passed).toEqual(['one\ntwo\n', 'three']);
});

test('a part keeps its content when the writer uses its buffer again', () => {
  const { lines, passed } = bufferWithOutput();
  const bytes = Buffer.from('one');

  lines.write(bytes);
  bytes.fill('x');
  lines.write(Buffer.from('\n'));

  expect(passed).toEqual(['one\n']);
});

test('a line that never ends is passed on once it is too long', () => {
  const { lines, passed } = bufferWithOutput();

  lines.write(Buffer.alloc(maxHeldLineBytes + 1, 'x'));

  expect(passed.map((it) => it.length)).toEqual([maxHeldLineBytes + 1]);
});
