import { expect, test } from 'vitest';
import { Boot } from './boot.js';
import { chooseHostLimits } from './host-limits.js';

test('a result that arrives after a step timed out is passed to its cleanup', async () => {
  const boot = new Boot('sky', chooseHostLimits({ openTimeoutMs: 5 }));
  const late: string[] = [];
  let give: (result: string) => void = () => undefined;
  const opening = boot.run(
    'open',
    () => new Promise<string>((resolve) => (give = resolve)),
    (result) => void late.push(result),
  );

  await expect(opening).rejects.toMatchObject({
    code: 'timed-out',
    message: 'plugin "sky": loading its code took longer than 5 ms (limit openTimeoutMs)',
  });
  give('a link');

  await expect.poll(() => late).toEqual(['a link']);
});

test('a step that fails after it timed out causes no unhandled rejection', async () => {
  const boot = new Boot('sky', chooseHostLimits({ openTimeoutMs: 5 }));
  let fail: (error: Error) => void = () => undefined;
  const opening = boot.run('open', () => new Promise<never>((_, reject) => (fail = reject)));

  await expect(opening).rejects.toMatchObject({ code: 'timed-out' });
  fail(new Error('late'));

  // An unhandled rejection would fail the run.
  await new Promise((resolve) => setImmediate(resolve));
  expect(boot.report().steps).toMatchObject([{ step: 'open' }]);
});

test('a result that arrives in time is not passed to the cleanup', async () => {
  const boot = new Boot('sky', chooseHostLimits({}));
  const late: string[] = [];

  const given = await boot.run(
    'open',
    async () => 'a link',
    (result) => void late.push(result),
  );

  expect([given, late]).toEqual(['a link', []]);
});
