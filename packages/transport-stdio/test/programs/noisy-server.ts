/**
 * A stdio server whose tools print wherever they can. The tests run it as a process of its own.
 */
import { buildCatalog, createEngine, fixedSource, type PublishedTool } from '@sigil/core';
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
