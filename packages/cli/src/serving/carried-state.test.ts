/**
 * State that survives a swap, from authors' sources through the build to the code that writes and reads it. The links' own
 * tests check that it crosses every kind of link.
 */
import { buildPlugin } from '@sigil/codegen';
import type { Context } from '@sigil/core';
import { hostPlugin, type HostedPlugin, type HostEvent } from '@sigil/plugin-host';
import { expect, onTestFinished, test } from 'vitest';
import { makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';

/** Writes a journal and a class that uses it; both carry state. */
const source = (version: string, { total = 'number', carry = `['total', 'visits', 'last']` } = {}): string => `
import { Tool } from '@sigil/core';

interface Visit { name: string; at: Date; size?: bigint }

export class Journal {
  static readonly carry = ['lines', 'bytes'];
  private readonly lines: Set<string> = new Set();
  private bytes = Uint8Array.of();
  add(line: string): void { this.lines.add(line); this.bytes = Uint8Array.of(...this.bytes, line.length); }
  read(): string { return [...this.lines].join(' ') + ' ' + this.bytes.join(','); }
}

export class Visitors {
  static readonly carry = ${carry};
  private total: ${total} = ${total === 'number' ? '0' : "'0'"};
  private visits = new Map<string, Visit>();
  private last?: URL;
  constructor(private readonly journal: Journal) {}

  @Tool()
  visit(name: string): string {
    this.journal.add(name);
    this.total = (Number(this.total) + 1) as never;
    this.visits.set(name, { name, at: new Date(), size: 10n ** 20n });
    this.last = new URL('https://example.com/' + name);
    return '${version}';
  }

  @Tool()
  state(): string {
    const visits = [...this.visits.values()].map(({ name, at, size }) => name + (at instanceof Date) + String(size));
    return [String(this.total), visits.join('+'), this.last?.pathname ?? '-', this.journal.read()].join(' | ');
  }
}
`;

async function publish(folder: PluginFolder, text: string): Promise<void> {
  folder.write('src/greeter.ts', text);
  const { diagnostics } = await buildPlugin(folder.path);
  expect(diagnostics).toEqual([]);
}

async function host() {
  const folder = makePlugin(source('one'));
  onTestFinished(() => folder.remove());
  await publish(folder, source('one'));
  const events: HostEvent[] = [];
  const hosted = await hostPlugin(folder.path, { onEvent: (event) => void events.push(event) });
  onTestFinished(() => hosted.close());
  return {
    folder,
    hosted,
    call: callerOf(hosted),
    carried: () => events.filter(({ kind }) => kind === 'carried'),
  };
}

/** Calls tools of the current build, and returns the text of their results. */
function callerOf(source: HostedPlugin): (tool: string, args?: { name: string }) => Promise<string> {
  // The plugin's methods do not use their context.
  const context = { signal: new AbortController().signal } as Context;
  return async (tool, args = {} as { name: string }) => {
    const outcome = await source.current().findTool(tool)?.run(args, context);
    const [block] = outcome?.kind === 'result' ? outcome.content : [];
    return block?.type === 'text' ? block.text : '';
  };
}

test('a swap carries values of many types in classes and services', async () => {
  const { folder, hosted, call, carried } = await host();
  await call('visit', { name: 'Ann' });
  await call('visit', { name: 'Bob' });
  const before = await call('state');

  await publish(folder, source('two'));
  await hosted.reload();

  expect(await call('state')).toBe(before);
  expect(before).toBe('2 | Anntrue100000000000000000000+Bobtrue100000000000000000000 | /Bob | Ann Bob 3,3');
  expect(await call('visit', { name: 'Cid' })).toBe('two');
  expect(carried()).toEqual([{ kind: 'carried', parts: ['Journal', 'Visitors'], failures: [] }]);
});

test('a field whose type changed resets its class, and other classes keep their state', async () => {
  const { folder, hosted, call, carried } = await host();
  await call('visit', { name: 'Ann' });

  await publish(folder, source('two', { total: 'string' }));
  await hosted.reload();

  expect(await call('state')).toBe('0 |  | - | Ann 3');
  expect(carried()).toEqual([
    {
      kind: 'carried',
      parts: ['Journal'],
      failures: [{ part: 'Visitors', why: 'its state has another shape now: "total" must be a string, got a number' }],
    },
  ]);
});

test('carried state can gain an optional field or lose a field, and a new version resets it', async () => {
  const { folder, hosted, call, carried } = await host();
  await call('visit', { name: 'Ann' });

  await publish(folder, source('two', { carry: `['total']` }));
  await hosted.reload();
  const shrunk = await call('state');
  await publish(folder, source('three', { carry: `['total', 'last']` }));
  await hosted.reload();
  const grown = await call('state');
  await publish(folder, source('four', { carry: `{ version: 2, fields: ['total'] }` }));
  await hosted.reload();

  expect(shrunk).toBe('1 |  | - | Ann 3');
  expect(grown).toBe(shrunk);
  expect(await call('state')).toBe('0 |  | - | Ann 3');
  expect(carried().at(-1)).toMatchObject({ failures: [{ part: 'Visitors', why: expect.stringContaining('version') }] });
});
