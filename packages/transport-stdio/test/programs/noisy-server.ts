/**
 * A stdio server whose tools print wherever they can. The tests run it as a process of its own.
 */
import { execFileSync, execSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs, { appendFileSync, createWriteStream, write, writeFileSync, writeSync, writevSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { buildCatalog, fixedSource, type PublishedTool } from '@sigil/core/catalog';
import { createEngine } from '@sigil/core/engine';
import { guardStdout, serveStdio } from '../../src/index.js';

const { output } = guardStdout();

const tools: readonly PublishedTool[] = [
  {
    definition: { name: 'print', inputSchema: { type: 'object' } },
    async run() {
      // oxlint-disable-next-line no-console -- what authors do is what this program is for
      console.log('from console.log');
      // oxlint-disable-next-line no-console -- as above
      console.info('from console.info');
      process.stdout.write('from process.stdout\n');
      process.stdout.end('from the end\n');
      return { kind: 'result', content: [{ type: 'text', text: 'printed' }], isError: false };
    },
  },
  {
    definition: { name: 'print-by-children', inputSchema: { type: 'object' } },
    async run() {
      const print = (way: string): string[] => ['-e', `console.log('from ${way}')`];
      const children = [
        spawn(process.execPath, print('an inheriting child'), { stdio: 'inherit' }),
        spawn(process.execPath, print('a child with a list'), { stdio: ['ignore', 'inherit', 'ignore'] }),
        spawn(process.execPath, print('a child with a number'), { stdio: ['ignore', 1, 'ignore'] }),
        spawn(process.execPath, print('a child with a stream'), { stdio: ['ignore', process.stdout, 'ignore'] }),
      ];
      await Promise.all(children.map((child) => once(child, 'exit')));
      spawnSync(process.execPath, print('spawnSync'), { stdio: 'inherit' });
      execFileSync(process.execPath, print('execFileSync'), { stdio: 'inherit' });
      execSync('echo from execSync', { stdio: 'inherit' });
      return { kind: 'result', content: [{ type: 'text', text: 'printed' }], isError: false };
    },
  },
  {
    definition: { name: 'print-by-descriptor', inputSchema: { type: 'object' } },
    async run() {
      writeSync(1, 'from writeSync\n');
      fs.writeSync(1, Buffer.from('from the module\n'));
      writevSync(1, [Buffer.from('from writevSync\n')]);
      writeFileSync(1, 'from writeFileSync\n');
      appendFileSync(1, 'from appendFileSync\n');
      await new Promise((resolve) => write(1, 'from write\n', resolve));
      const stream = createWriteStream('', { fd: 1, autoClose: false });
      await new Promise((resolve) => stream.write('from a stream\n', resolve));
      const code = "import { writeSync } from 'node:fs'; writeSync(1, 'from a thread\\n')";
      await once(new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`)), 'exit');
      return { kind: 'result', content: [{ type: 'text', text: 'printed' }], isError: false };
    },
  },
  {
    definition: { name: 'flood', inputSchema: { type: 'object' } },
    async run() {
      return { kind: 'result', content: [{ type: 'text', text: 'x'.repeat(4_000_000) }], isError: false };
    },
  },
];
const catalog = buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] });
const engine = createEngine({ info: { name: 'noisy', version: '1.0.0' }, source: fixedSource(catalog) });

await serveStdio(engine, {
  output,
  onFault: ({ during, error }) => process.stderr.write(`fault ${during}: ${String(error)}\n`),
}).done;
process.stderr.write('done\n');
