import { expect, test, vi } from 'vitest';
import type { Manifest, ManifestCompletion } from '../manifest/manifest.js';
import { CompletionTable, completeFixed } from './bind-completions.js';
import { idleContext } from './catalog.test-support.js';

const context = idleContext();

class Cities {
  readonly #names = ['Rome', 'Rouen'];

  byCountry(value: string, known: Record<string, string>, given: unknown) {
    return [...this.#names.filter((name) => name.startsWith(value)), known['country'], given === context];
  }
  async nothing() {
    return undefined;
  }
}

function tableOf(...completions: ManifestCompletion[]): CompletionTable {
  const manifest = { plugin: { name: 'sky', version: '1' }, completions } as unknown as Manifest;
  return new CompletionTable(manifest, new Map([['Cities', new Cities()]]));
}

const ask = (table: CompletionTable, argument: string, value: string, known = {}) =>
  table.of('packing').complete?.({ argument, value, known }, context);

test('the typed text is converted to lower case once, whatever the number of values', () => {
  const lowered = vi.spyOn(String.prototype, 'toLowerCase');
  const values = Array.from({ length: 50 }, (_, index) => `value ${index}`);

  const found = completeFixed([{ of: 'packing', argument: 'season', values }], {
    argument: 'season',
    value: 'V'.repeat(1_000_000),
  });

  const long = lowered.mock.contexts.filter((it) => String(it).length > 1_000);
  lowered.mockRestore();
  expect(found).toEqual([]);
  expect(long).toHaveLength(1);
});

test('the values of a type are matched by prefix, ignoring case', async () => {
  const table = tableOf({ of: 'packing', argument: 'season', values: ['Spring', 'summer', 'Autumn', 'spring tide'] });

  expect(await ask(table, 'season', 'SP')).toEqual(['Spring', 'spring tide']);
  expect(await ask(table, 'season', '')).toEqual(['Spring', 'summer', 'Autumn', 'spring tide']);
  expect(await ask(table, 'season', 'x')).toEqual([]);
});

test('a method gets the typed text, the known arguments and the context, and its results become strings', async () => {
  const origin = { class: 'Cities', method: 'byCountry' };
  const table = tableOf({ of: 'packing', argument: 'city', origin });

  expect(await ask(table, 'city', 'Rom', { country: 'Italy' })).toEqual(['Rome', 'Italy', 'true']);
});

test('a method that returns no list offers nothing', async () => {
  const table = tableOf({ of: 'packing', argument: 'city', origin: { class: 'Cities', method: 'nothing' } });

  expect(await ask(table, 'city', '')).toEqual([]);
});

test('each argument has its own values; an argument without completions offers none', async () => {
  const table = tableOf(
    { of: 'packing', argument: 'a', values: ['1'] },
    { of: 'packing', argument: 'b', values: ['2'] },
    { of: 'other', argument: 'c', values: ['3'] },
  );

  expect([await ask(table, 'a', ''), await ask(table, 'b', ''), await ask(table, 'c', '')]).toEqual([['1'], ['2'], []]);
  expect(await ask(table, 'constructor', '')).toEqual([]);
});

test('a component without completions has no complete function', () => {
  expect(tableOf().of('packing')).toEqual({});
});

test.each([
  { class: 'Cities', method: 'gone' },
  { class: 'Gone', method: 'byCountry' },
])('a manifest that names %j is stale', (origin) => {
  expect(() => tableOf({ of: 'packing', argument: 'city', origin })).toThrow(
    expect.objectContaining({ code: 'manifest-stale', message: expect.stringContaining('build the plugin again') }),
  );
});
