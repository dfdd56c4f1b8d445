import { answersOf, beginCalls, sourceOfLongCalls } from '@sigil/test-support/calls-across-saves';
import { expect, onTestFinished, test } from 'vitest';
import { makePlugin } from '../plugin-folder.test-support.js';
import { runSigil } from '../run-sigil.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

test('sigil dev: three saves are live at once, and calls of every kind end on the code that they began on', async () => {
  const plugin = makePlugin();
  onTestFinished(() => plugin.remove());
  const captured = new CapturedTerminal();
  plugin.write('src/greeter.ts', sourceOfLongCalls(plugin.path, 'one'));
  const ended = runSigil(['dev', plugin.path, '--port', '0', '--ws'], captured.terminal);
  const [, url] = await captured.out.has(/serves .* at (\S+)[^]*Watching for changes/);
  const calls = await beginCalls(url!, plugin.path);

  const live: string[] = [];
  for (const version of ['two', 'three', 'four']) {
    plugin.write('src/greeter.ts', sourceOfLongCalls(plugin.path, version));
    await expect.poll(() => calls.version(), { timeout: 20_000, interval: 20 }).toBe(version);
    live.push(version);
  }
  const answers = await calls.end();

  expect(live).toEqual(['two', 'three', 'four']);
  expect(answers).toEqual(answersOf('one'));
  expect(captured.out.text).toMatch(/version 1 runs on for 5 calls that began on it/);
  await captured.out.has(/version 1 has ended/);
  captured.interrupt();
  expect(await ended).toBe(0);
});
