import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { openServerLog } from './server-log.js';

test.each([
  ['taken over', ['Journal', 'Cart'], [], 'shop Journal, Cart took over the state of the version before'],
  [
    'lost',
    ['Journal'],
    [{ part: 'Cart', why: 'its state is of version 1, this build carries 2' }],
    'shop Cart begins with fresh state: its state is of version 1, this build carries 2; Journal took over the state of the version before',
  ],
])('state that is %s at a swap is logged in one line that names its parts', (_what, parts, failures, line) => {
  const lines: string[] = [];

  openServerLog((text) => lines.push(stripVTControlCharacters(text))).hostEvent('shop', {
    kind: 'carried',
    parts,
    failures,
  });

  expect(lines).toEqual([`${line}\n`]);
});
