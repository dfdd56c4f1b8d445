/**
 * Services, from an author's source to running instances, with both kinds of decorators.
 */
import type { PluginModule } from '@sigil/core/building';
import { bindPlugin } from '@sigil/core/catalog';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectPlugin, openPlugin, type TestedPlugin } from './open-plugin.js';
import { makeFolder, serveFolder, writeTsconfig, type AtEnd } from './vite/vite-folder.test-support.js';

const files = {
  'src/ports.ts': `
export interface Clock { now(): Date }
export interface Store<Item> { all(): Item[]; add(item: Item): void }
`,
  'src/journal.ts': `
export class Journal {
  static readonly carry = ['lines'];
  private lines: string[] = [];
  readonly name = 'journal';
  start(): void { this.lines.push('journal starts'); }
  stop(): void { this.lines.push('journal stops'); }
  health(): void { this.lines.push('journal is asked'); }
  write(line: string): void { this.lines.push(line); }
  read(): string[] { return this.lines; }
}
`,
  'src/provide.ts': `
import { Journal } from './journal.js';
import type { Clock, Store } from './ports.js';

/** The time of day, which tests set. */
export function clock(config: { hour: number }): Clock {
  return { now: () => new Date(Date.UTC(2026, 0, 1, config.hour)) };
}

class Memory implements Store<string> {
  readonly #items: string[] = [];
  constructor(private readonly journal: Journal) {}
  start(): void { this.journal.write('store starts'); }
  stop(): void { this.journal.write('store stops'); }
  all(): string[] { return this.#items; }
  add(item: string): void { this.#items.push(item); this.journal.write('added ' + item); }
}
export { Memory as Store };
export const unused = 3;
`,
  'src/notes.ts': `
import { Tool } from '@sigil/core';
import { Journal } from './journal.js';
import type { Clock, Store } from './ports.js';

export class Notes {
  constructor(
    private readonly store: Store<string>,
    private readonly config: { greeting?: string } = {},
    private readonly journal: Journal,
    private readonly spare?: { missing(): void },
  ) {}
  start(): void { this.journal.write('notes start'); }
  stop(): void { this.journal.write('notes stop'); }
  @Tool() add(note: string): number { this.store.add((this.config.greeting ?? '') + note); return this.store.all().length; }
  @Tool() hasSpare(): boolean { return this.spare !== undefined; }
}

export class Reader {
  constructor(readonly notes: Notes, readonly clock: Clock, readonly journal: Journal) {}
  @Tool() async read(): Promise<{ at: Date; lines: string[] }> {
    await this.notes.add('read');
    return { at: this.clock.now(), lines: this.journal.read() };
  }
}
`,
};

const cleanUps: (() => Promise<void>)[] = [];
const atEnd: AtEnd = (cleanUp) => void cleanUps.unshift(cleanUp);
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

describe.each([true, false])('with experimentalDecorators: %s', (experimentalDecorators) => {
  let plugin: TestedPlugin;
  beforeAll(async () => {
    const folder = await makeFolder({ ...files, 'tsconfig.json': writeTsconfig({ experimentalDecorators }) }, atEnd);
    plugin = await (await serveFolder(folder, { atEnd })).loadPlugin();
  });

  test('each part is constructed once, after its dependencies, and shared', async () => {
    const client = await connectPlugin(plugin, { configuration: { hour: 7, greeting: 'hi ' } });
    await client.callTool('add', { note: 'first' });
    const { structuredContent } = await client.callTool('read');
    const spare = await client.callTool('hasSpare');
    await client.close();

    expect(structuredContent).toEqual({
      at: '2026-01-01T07:00:00.000Z',
      lines: ['journal starts', 'store starts', 'notes start', 'added hi first', 'added hi read'],
    });
    expect(spare.structuredContent).toBe(false);
  });

  test('parts start after their dependencies and stop before them', async () => {
    const { manifest, module } = plugin;
    const made = new Map<string, object>();
    const noting: PluginModule = {
      ...module,
      construct: (configured, make) =>
        module.construct?.(configured, (name, construct) => {
          const part = make(name, construct);
          made.set(name, part);
          return part;
        }),
    };
    const bound = bindPlugin(manifest, noting, { configuration: { hour: 0 } });
    await bound.start();
    await bound.health();
    await bound.stop();

    expect((made.get('Journal') as { read(): string[] }).read()).toEqual([
      'journal starts',
      'store starts',
      'notes start',
      'journal is asked',
      'notes stop',
      'store stops',
      'journal stops',
    ]);
  });

  test('the manifest lists the services and their dependencies', () => {
    const { services, classes, plugin: described } = plugin.manifest;

    expect(services?.map(({ name, from, file, needs, provides }) => ({ name, from, file, needs, provides }))).toEqual([
      { name: 'Journal', from: 'class', file: 'src/journal.ts', needs: undefined, provides: ['Journal'] },
      { name: 'Store', from: 'provider', file: 'src/provide.ts', needs: ['Journal'], provides: ['Store<string>'] },
      { name: 'clock', from: 'provider', file: 'src/provide.ts', needs: undefined, provides: ['Clock'] },
    ]);
    expect(services?.[2]).toMatchObject({
      description: 'The time of day, which tests set.',
      configSchema: { properties: { hour: { type: 'number' } } },
      configRequired: true,
    });
    expect(classes.map(({ name, needs }) => [name, needs])).toEqual([
      ['Notes', ['Store', 'Journal']],
      ['Reader', ['Notes', 'clock', 'Journal']],
    ]);
    expect(described.activation).toBe('onStart');
  });

  test('a test can replace a service, which then needs no configuration', async () => {
    const services = { clock: { now: () => new Date(0) } };
    const { connect, close } = await openPlugin(plugin, { services });
    const client = await connect();

    expect((await client.callTool('read')).structuredContent).toMatchObject({ at: '1970-01-01T00:00:00.000Z' });
    await client.close();
    await close();
  });

  test.each([
    [
      'a service that is not there',
      { services: { clocks: {} } },
      'no service is named "clocks". Did you mean "clock"?',
    ],
    ['a configuration that a service lacks', {}, 'configuration of clock: "hour" must be a number, got nothing'],
  ])('%s is reported', async (_what, options, message) => {
    await expect(openPlugin(plugin, options)).rejects.toThrow(message);
  });

  test('a service that fails to construct is named, and the services before it are stopped', async () => {
    const journal = { lines: [] as string[], stop: () => void journal.lines.push('stopped') };
    const services = { Journal: journal, Store: null as unknown as object };

    await expect(openPlugin(plugin, { configuration: { hour: 1 }, services })).rejects.toThrow(/service Store threw/);
    expect(journal.lines).toEqual(['stopped']);
  });
});
