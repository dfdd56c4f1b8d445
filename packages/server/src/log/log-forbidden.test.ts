import { expect, test } from 'vitest';
import { openForbiddenLog } from './log-forbidden.js';
import { openServerLog } from './server-log.js';

test('each refused host is logged once without a stack, and after 20 no more', () => {
  const lines: string[] = [];
  const onForbidden = openForbiddenLog(openServerLog((line) => void lines.push(line)));

  for (let at = 0; at < 30; at++) {
    onForbidden(`the Host "h${at}" is not allowed here`);
    onForbidden('the Host "h0" is not allowed here');
  }

  expect(lines).toHaveLength(20);
  expect(lines[0]).toMatch(/^\S*http\S* the Host "h0" is not allowed here\n$/);
  expect(lines.at(-1)).toContain('"h19" is not allowed here; further ones are not logged');
});
