import { describe, expect, test } from 'vitest';
import type { Manifest, ManifestClass } from '../manifest/manifest.js';
import type { ConfigurationDecoder, PluginModule } from '../manifest/plugin-module.js';
import type { JsonObject } from '../model/json.js';
import { checkConfiguration, configureClasses } from './configure-classes.js';

const weather: ManifestClass = {
  name: 'Weather',
  file: 'src/weather.ts',
  configSchema: {
    type: 'object',
    properties: { apiUrl: { type: 'string' }, units: { type: 'string' } },
    additionalProperties: false,
  },
  configRequired: true,
};
const cache: ManifestClass = {
  name: 'Cache',
  file: 'src/cache.ts',
  configSchema: { type: 'object', properties: { maxItems: { type: 'number' } }, additionalProperties: false },
};
const labels: ManifestClass = {
  name: 'Labels',
  file: 'src/labels.ts',
  configSchema: { type: 'object', additionalProperties: { type: 'string' } },
};
const plain: ManifestClass = { name: 'Plain', file: 'src/plain.ts' };

const readWeather: ConfigurationDecoder = (input, problems) => {
  const { apiUrl } = input as JsonObject;
  if (typeof apiUrl !== 'string') {
    problems.push({ path: 'apiUrl', expected: 'a string', received: apiUrl === undefined ? 'nothing' : 'a number' });
  }
  return { read: input };
};
const asItIs: ConfigurationDecoder = (input) => input;

function configure(classes: readonly ManifestClass[], configuration?: JsonObject): unknown {
  const manifest = { plugin: { name: 'sky', version: '1' }, classes } as unknown as Manifest;
  const configurations = new Map([
    ['Weather', readWeather],
    ['Cache', asItIs],
    ['Labels', asItIs],
  ]);
  return configureClasses(manifest, { configurations } as unknown as PluginModule, configuration);
}

describe('each class', () => {
  test('gets the members that its schema names, as its decoder read them', () => {
    expect(configure([weather, cache, plain], { apiUrl: 'x', maxItems: 3 })).toEqual(
      new Map<string, unknown>([
        ['Weather', { read: { apiUrl: 'x' } }],
        ['Cache', { maxItems: 3 }],
      ]),
    );
  });

  test('gets all members when its schema is open', () => {
    expect(configure([cache, labels], { maxItems: 3, a: 'b' })).toEqual(
      new Map([
        ['Cache', { maxItems: 3 }],
        ['Labels', { maxItems: 3, a: 'b' }],
      ]),
    );
  });

  test('gets nothing when there is no configuration and it requires none', () => {
    expect(configure([cache, plain])).toEqual(new Map());
  });
});

describe('an invalid configuration', () => {
  const messageOf = (classes: readonly ManifestClass[], configuration?: JsonObject): string => {
    try {
      configure(classes, configuration);
    } catch (error) {
      expect(error).toMatchObject({ name: 'PluginError', code: 'configuration-invalid' });
      return (error as Error).message;
    }
    throw new Error('it was taken');
  };

  test('is rejected when it lacks a member that a class requires', () => {
    expect(messageOf([weather])).toBe(
      'plugin "sky": configuration of Weather: "apiUrl" must be a string, got nothing, without which it cannot be constructed',
    );
  });

  test('is rejected for an unknown member, and the nearest name is suggested', () => {
    expect(messageOf([weather, cache], { apiUrl: 'x', maxItem: 3 })).toBe(
      'plugin "sky": no class has a configuration "maxItem". Did you mean "maxItems"?',
    );
  });

  test('is rejected when no class takes a configuration', () => {
    expect(messageOf([plain], { a: 1 })).toBe('plugin "sky": none of its classes takes a configuration');
  });

  test('is reported with all its problems and without its values', () => {
    const message = messageOf([weather, cache], { apiUrl: 48151623, secret: 'hunter2' });

    expect(message).toContain('no class has a configuration "secret"');
    expect(message).toContain('configuration of Weather: "apiUrl" must be a string, got a number');
    expect(message).not.toMatch(/48151623|hunter2/);
  });
});

test('code that lacks the configuration decoder of a class is stale', () => {
  const manifest = { plugin: { name: 'sky', version: '1' }, classes: [cache] } as unknown as Manifest;
  const module = { configurations: new Map() } as unknown as PluginModule;

  expect(() => configureClasses(manifest, module, { maxItems: 3 })).toThrow(
    expect.objectContaining({ code: 'manifest-stale', message: expect.stringContaining('Cache') }),
  );
});

describe('checkConfiguration', () => {
  const check = (classes: readonly ManifestClass[], configuration?: JsonObject) => () =>
    checkConfiguration({ plugin: { name: 'sky', version: '1' }, classes } as unknown as Manifest, configuration);

  test('rejects a configuration that the schemas rule out, with the same messages', () => {
    const strict = { ...weather, configSchema: { ...weather.configSchema, required: ['apiUrl'] } };

    expect(check([strict, cache], { maxItems: 'many' })).toThrow(
      'plugin "sky": configuration of Weather: "apiUrl" must be a string, got nothing, without which it cannot be ' +
        'constructed; configuration of Cache: "maxItems" must be a number, got a string',
    );
    expect(check([weather], { apiUrl: 'x', unit: 'metric' })).toThrow('no class has a configuration "unit"');
  });

  test('accepts a configuration that the schemas allow', () => {
    expect(check([weather, cache, plain], { apiUrl: 'x', maxItems: 3 })).not.toThrow();
    expect(check([cache, plain])).not.toThrow();
  });
});
