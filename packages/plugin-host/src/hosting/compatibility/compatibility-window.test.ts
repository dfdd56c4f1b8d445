import type { JsonObject } from '@sigil/core';
import { revisions } from '@sigil/core/engine';
import { describe, expect, test } from 'vitest';
import { composeSources } from '../../composing/compose-sources.js';
import {
  connectTo,
  engineFor,
  hostFixture,
  textOf,
  type Fixture,
  type FixtureTool,
} from '../fixture-source.test-support.js';

/** Makes a tool that returns its arguments. */
function forecast(properties: Record<string, JsonObject>, more: Partial<FixtureTool> = {}): Fixture {
  const required = Object.keys(properties);
  const inputSchema = { type: 'object', properties, required, additionalProperties: false };
  return { tools: { forecast: { body: 'return JSON.stringify(input);', inputSchema, ...more } } };
}

const text = { type: 'string' };
const byCity = forecast({ city: text });
const byPlace = forecast({ place: text }, { formerly: { names: ['weather'], arguments: { city: 'place' } } });

/** Hosts the first fixture and swaps to the others, with a client of the newest revision. */
async function swapped(fixtures: readonly [Fixture, ...Fixture[]], options: { compatibilityWindowMs?: number } = {}) {
  const { origin, plugin } = await hostFixture(fixtures[0], options);
  const client = await connectTo(engineFor(plugin), revisions.at(-1)!.date);
  for (const fixture of fixtures.slice(1)) {
    origin.publish(fixture);
    await plugin.reload();
  }
  return { origin, plugin, client };
}

describe('a call based on an older list', () => {
  test.each(revisions)('reaches the tool with an argument that was renamed ($date)', async ({ date }) => {
    const { origin, plugin } = await hostFixture(byCity);
    const client = await connectTo(engineFor(plugin), date);
    origin.publish(byPlace);
    await plugin.reload();

    expect(await textOf(client, 'forecast', { city: 'Oslo' })).toBe('{"place":"Oslo"}');
    expect(await textOf(client, 'forecast', { place: 'Oslo' })).toBe('{"place":"Oslo"}');
  });

  test('reaches the tool by its former name, with renamed arguments', async () => {
    const { client } = await swapped([{ tools: { weather: byCity.tools!['forecast']! } }, byPlace]);

    expect(await textOf(client, 'weather', { city: 'Oslo' })).toBe('{"place":"Oslo"}');
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['forecast']);
  });

  test('reaches a tool by the dotted name that it had, with the arguments of its old form too', async () => {
    const [before, after] = ['sky.forecast', 'sky_forecast'];
    const { client } = await swapped([
      { tools: { [before]: byCity.tools!['forecast']! } },
      { tools: { [after]: { ...byPlace.tools!['forecast']!, formerly: { arguments: { city: 'place' } } } } },
    ]);

    expect(await textOf(client, before, { city: 'Oslo' })).toBe('{"place":"Oslo"}');
    expect((await client.listTools()).map(({ name }) => name)).toEqual([after]);
  });

  test('does not reach another tool whose name only looks alike', async () => {
    const both = { 'a.b': byCity.tools!['forecast']!, a_b: byCity.tools!['forecast']! };
    const { client } = await swapped([{ tools: both }, { tools: { a_b: both.a_b } }]);

    await expect(client.callTool('a.b')).rejects.toThrow('it was removed or renamed');
  });

  test('reaches the tool through a composed server too', async () => {
    const { origin, plugin } = await hostFixture({ tools: { weather: byCity.tools!['forecast']! } });
    const composed = composeSources([{ source: plugin, namespace: 'sky' }], () => undefined);
    const client = await connectTo(engineFor(composed), revisions.at(-1)!.date);
    origin.publish(byPlace);
    await plugin.reload();

    expect(await textOf(client, 'sky.weather', { city: 'Oslo' })).toBe('{"place":"Oslo"}');
    expect(await textOf(client, 'sky.forecast', { city: 'Oslo' })).toBe('{"place":"Oslo"}');
  });

  test('gets the default of an argument that was added', async () => {
    const { client } = await swapped([byCity, forecast({ city: text, unit: { type: 'string', default: 'C' } })]);

    expect(await textOf(client, 'forecast', { city: 'Oslo' })).toBe('{"city":"Oslo","unit":"C"}');
  });

  test('runs the method once, and never with arguments that do not fit', async () => {
    const body = 'globalThis.runs = (globalThis.runs ?? 0) + 1; return "ran";';
    const { client } = await swapped([
      byCity,
      forecast({ place: text }, { body, formerly: { arguments: { city: 'place' } } }),
    ]);

    const fits = await textOf(client, 'forecast', { city: 'Oslo' });
    const fitsNot = await client.callTool('forecast', { city: 5 });

    expect(fits).toBe('ran');
    expect(fitsNot.isError).toBe(true);
    expect(Reflect.get(globalThis, 'runs')).toBe(1);
  });
});

describe('the error for a call that no longer fits', () => {
  test.each<[string, Fixture, JsonObject, string]>([
    ['removed', forecast({}), { city: 'Oslo' }, 'argument "city" was removed'],
    [
      'added',
      forecast({ city: text, days: { type: 'number' } }),
      { city: 'Oslo' },
      'argument "days" was added and is required',
    ],
    [
      'of another type',
      forecast({ city: { type: 'number' } }),
      { city: 'Oslo' },
      'argument "city" takes other values than before: it was a string and is a number',
    ],
    ['renamed, and not there', byPlace, {}, 'argument "city" is called "place" now'],
    ['renamed, beside one that does not fit', byPlace, { city: 'Oslo', x: 1 }, 'argument "city" is called "place" now'],
  ])('names the argument that changed: %s', async (_what, after, input, change) => {
    const { client } = await swapped([byCity, after]);

    const said = await textOf(client, 'forecast', input);

    expect(said.split('\n').at(-1)).toBe(
      `The tool has changed since it may have been listed: ${change}. List the tools again.`,
    );
  });

  test('names every change when the tool changed more than once', async () => {
    const { client } = await swapped([byCity, forecast({ town: text }), forecast({ place: text })]);

    const said = await textOf(client, 'forecast', { city: 'Oslo', town: 'Oslo' });

    expect(said).toContain('argument "town" was removed; ');
    expect(said).toContain('argument "city" was removed. List');
  });

  test('names no change when the argument was wrong before', async () => {
    const { client } = await swapped([byCity, forecast({ city: text, days: { type: 'number' } })]);

    const said = await textOf(client, 'forecast', { city: 5, days: 1 });

    expect(said).toBe('tool "forecast": argument "city" must be a string, got a number');
  });

  test('names only the wrong argument on a server that never swapped', async () => {
    const { client } = await swapped([byCity]);

    expect(await textOf(client, 'forecast', {})).toBe('tool "forecast": argument "city" must be there, got nothing');
  });
});

test('the error for a tool that a swap removed says so, and the one for an unknown tool does not', async () => {
  const { client } = await swapped([byCity, { tools: { forecasts: {} } }]);

  await expect(client.callTool('forecast')).rejects.toThrow(
    'no tool named "forecast": it was removed or renamed when its plugin was replaced; list the tools again. Did you mean "forecasts"?',
  );
  await expect(client.callTool('never')).rejects.toThrow('no tool named "never"');
  await expect(client.callTool('never')).rejects.not.toThrow('removed');
});

test('a window of 0 keeps no former arguments or names', async () => {
  const { client } = await swapped([byCity, byPlace], { compatibilityWindowMs: 0 });

  expect(await textOf(client, 'forecast', { city: 'Oslo' })).not.toContain('changed');
  await expect(client.callTool('weather')).rejects.toThrow('no tool named "weather"');
});
