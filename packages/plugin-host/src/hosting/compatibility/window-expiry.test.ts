import type { Context, JsonObject } from '@sigil/core';
import type { Manifest, ManifestTool } from '@sigil/core/building';
import { buildCatalog, type BadArguments } from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import { CompatibilityWindow } from './compatibility-window.js';

const origin = { class: 'Sky', method: 'forecast' };
const refused: BadArguments = {
  kind: 'bad-arguments',
  problems: [{ path: 'city', expected: 'left out', received: 'a string' }],
};

function toolWith(argument: string, more: Partial<ManifestTool> = {}): ManifestTool {
  const inputSchema = { type: 'object', properties: { [argument]: { type: 'string' } }, required: [argument] };
  return { name: 'forecast', inputSchema, origin, ...more };
}

function manifestOf(...tools: readonly ManifestTool[]): Manifest {
  return {
    manifestVersion: 1,
    plugin: { name: 'sky', version: '1.0.0' },
    code: { file: 'plugin.cjs', cid: 'b' },
    classes: [],
    ...{ tools, resources: [], resourceTemplates: [], prompts: [], completions: [] },
  };
}

/** The answer of the manifest's tools to arguments that they refuse unless `place` is there. */
function offerOf(window: CompatibilityWindow, { tools }: Manifest) {
  const catalog = buildCatalog(
    window.applyTo({
      tools: tools.map((definition) => ({
        definition,
        run: async (input) =>
          input['place'] === undefined ? refused : { kind: 'result', content: [], isError: false },
      })),
      ...{ resources: [], resourceTemplates: [], prompts: [] },
    }),
  );
  const noContext = {} as Context; // none of its members are used
  return {
    catalog,
    reconsider: async (input: JsonObject) =>
      (await catalog.findTool('forecast')?.reconsider?.(input, refused, noContext)) ?? refused,
  };
}

const renamed = toolWith('place', { formerly: { names: ['weather'], arguments: { city: 'place' } } });

test('after the window, errors are plain and former names are unknown', async () => {
  let nowMs = 1_000;
  const opened = CompatibilityWindow.open(100, () => nowMs);
  const before = manifestOf(toolWith('city'), toolWith('city', { name: 'weather' }), toolWith('x', { name: 'gone' }));
  const { catalog, reconsider } = offerOf(opened.after(before).after(manifestOf(renamed)), manifestOf(renamed));

  nowMs += 99;
  const within = await reconsider({ city: 'Oslo' });
  const advised = await reconsider({});
  const names = [catalog.findTool('weather')?.definition.name, catalog.explainMissingTool?.('gone')];
  nowMs += 1;
  const past = await reconsider({ city: 'Oslo' });

  expect(within.kind).toBe('result');
  expect(advised).toMatchObject({ advice: expect.stringContaining('argument "city" is called "place" now') });
  expect(names).toEqual(['forecast', expect.stringContaining('was removed or renamed')]);
  expect(past).toBe(refused);
  expect([catalog.findTool('weather'), catalog.explainMissingTool?.('gone')]).toEqual([undefined, undefined]);
});

test('a swap that leaves a tool unchanged does not restart its window', async () => {
  let nowMs = 0;
  const opened = CompatibilityWindow.open(100, () => nowMs);
  const changed = opened.after(manifestOf(toolWith('city'))).after(manifestOf(renamed));
  nowMs += 60;
  const later = changed.after(manifestOf(renamed, toolWith('x', { name: 'new' })));
  nowMs += 60;

  expect(await offerOf(later, manifestOf(renamed)).reconsider({ city: 'Oslo' })).toBe(refused);
});

test('the former names and arguments that a tool declares work from its first build on', async () => {
  const first = CompatibilityWindow.open(100, () => 0).after(manifestOf(renamed));

  const { catalog, reconsider } = offerOf(first, manifestOf(renamed));

  expect((await reconsider({ city: 'Oslo' })).kind).toBe('result');
  expect(catalog.findTool('weather')?.definition.name).toBe('forecast');
});

test('a tool that did not change has nothing to reconsider', () => {
  const same = manifestOf(toolWith('place'));
  const window = CompatibilityWindow.open(100, () => 0)
    .after(same)
    .after(same);

  expect(offerOf(window, same).catalog.findTool('forecast')).not.toHaveProperty('reconsider');
});

test('after many swaps, only the newest forms and removed tools are remembered', async () => {
  let window = CompatibilityWindow.open(100, () => 0);
  for (let swap = 0; swap < 2_000; swap++) {
    window = window.after(manifestOf(toolWith(`argument${swap}`), toolWith('x', { name: `tool${swap}` })));
  }
  const last = manifestOf(toolWith('place'));
  const { catalog, reconsider } = offerOf(window.after(last), last);

  const everything = { ...refused, problems: [{ path: '', expected: 'an object', received: 'nothing' }] };
  const outcome = await catalog.findTool('forecast')?.reconsider?.({}, everything, {} as Context);

  expect(catalog.formerTools).toHaveLength(1_000);
  expect(outcome?.kind === 'bad-arguments' ? outcome.advice?.match(/was removed/g) : []).toHaveLength(8);
  expect(await reconsider({ place: 'Oslo' })).toMatchObject({ kind: 'bad-arguments' });
});
