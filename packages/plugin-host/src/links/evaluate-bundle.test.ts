import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { contextWith, contractBuild, textOf } from './links.test-support.js';
import { openInlineLink } from './inline-link.js';

test('generations that nobody holds any more are garbage-collected', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const build = await contractBuild();
  const announcer = { resourceUpdated: () => undefined, listChanged: () => undefined };
  const generations: WeakRef<object>[] = [];

  for (let generation = 0; generation < 200; generation++) {
    const code = `${build.code}\n// generation ${generation}`;
    const link = await openInlineLink({ ...build, code }, { announcer, configuration: { generation } });
    await link.start();
    await textOf({ link }, 'echo', { input: { text: 'hi' }, context: contextWith() });
    await link.stop();
    generations.push(new WeakRef(link.components));
  }
  await nextTurn();
  collectGarbage();

  const kept = generations.filter((generation) => generation.deref() !== undefined);
  expect(kept.length).toBeLessThan(5);
});
