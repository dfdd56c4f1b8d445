import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder } from '@sigil/test-support/temporary-plugins';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startWorkers } from './workers.test-support.js';

const count = 300;

/** Prints long lines, every second one in two parts with a pause between them. */
const source = (name: string): string => `import { Tool } from '@sigil/core';

declare const process: { readonly stdout: Output; readonly stderr: Output };
interface Output { write(text: string): void }
declare function setImmediate(then: (value: unknown) => void): void;

export class Talker {
  async start(): Promise<void> {
    void this.talk();
  }

  async talk(): Promise<void> {
    for (let at = 0; at < ${count}; at++) {
      const stream = at % 3 === 0 ? process.stdout : process.stderr;
      stream.write('<${name} ' + 'x'.repeat(at % 7 === 0 ? 9_000 : 90));
      if (at % 2 === 0) await new Promise(setImmediate);
      stream.write(' ${name}>\\n');
      await new Promise(setImmediate);
    }
  }

  /** Is here. */
  @Tool()
  ${name}(): string {
    return '';
  }
}
`;

test('lines of several processes, workers and plugins that print at the same time arrive whole', async () => {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  const names = ['inlined', 'threaded', 'forked', 'second'];
  for (const name of names) await plugins.writePlugin(name, source(name));
  buildPlugins(names.map((name) => join(plugins.path, name)));
  const state = await mkdtemp(join(tmpdir(), 'sigil-lines-'));
  onTestFinished(() => rm(state, { recursive: true, force: true }));
  const config = join(state, 'sigil.config.json');
  const settings = { threaded: { link: 'worker' }, second: { link: 'worker' }, forked: { link: 'process' } };
  await writeFile(config, JSON.stringify({ plugins: settings }));

  const { output } = await startWorkers(2, ['--plugins', plugins.path, '--state', state, '--config', config]);
  const printed = () =>
    output()
      .split('\n')
      .filter((line) => /[<>]|x{90}/.test(line));
  const expected = 2 * names.length * count;
  await vi.waitFor(() => expect(printed().length).toBeGreaterThanOrEqual(expected), { timeout: 30_000 });

  const torn = printed().filter((line) => !/^(?:\d\| )?(?:\w+ )?<(\w+) x+ \1>$/.test(line));
  expect(torn.map((line) => line.replace(/x{9,}/g, 'x…'))).toEqual([]);
  expect(printed()).toHaveLength(expected);
}, 90_000);
