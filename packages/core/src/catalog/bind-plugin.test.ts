import { describe, expect, test } from 'vitest';
import { Prompt } from '../decorators/prompt.js';
import { Resource } from '../decorators/resource.js';
import { Tool } from '../decorators/tool.js';
import type { Manifest } from '../manifest/manifest.js';
import type { ComponentCode, Decoder, PluginClass, PluginModule } from '../manifest/plugin-module.js';
import type { JsonValue } from '../model/json.js';
import { bindPlugin } from './bind-plugin.js';
import { idleContext } from './catalog.test-support.js';

const context = idleContext();
const events: string[] = [];

class Weather {
  readonly #unit = 'C';

  @Tool() forecast(city: string, days: number | undefined) {
    events.push('forecast runs');
    return `${city} for ${days ?? 3}: 20 ${this.#unit}`;
  }
  @Resource('weather://{station}') reading(station: string) {
    return { station };
  }
  @Resource('weather://all') all() {
    return 'everything';
  }
  @Prompt() packing(city: string) {
    return `What to pack for ${city}?`;
  }
  async start() {
    events.push('weather starts');
  }
  async stop() {
    events.push('weather stops');
  }
}

class Clock {
  @Tool() now() {
    return 0;
  }
  start() {
    events.push('clock starts');
  }
  stop() {
    events.push('clock stops');
  }
}

const needsCity: Decoder = ({ city, days }, _context, problems) => {
  if (typeof city !== 'string') problems.push({ path: 'city', expected: 'a string', received: 'nothing' });
  return [city, days];
};

const weatherOf = (method: string) => ({ class: 'Weather', method });

function manifestOf(change: Partial<Manifest> = {}): Manifest {
  return {
    manifestVersion: 1,
    plugin: { name: 'sky', version: '1.0.0' },
    code: { file: 'code.js', cid: 'bafy' },
    classes: [
      { name: 'Weather', file: 'src/weather.ts' },
      { name: 'Clock', file: 'src/clock.ts' },
    ],
    tools: [
      {
        name: 'forecast',
        inputSchema: { type: 'object' },
        formerly: { names: ['weather'] },
        origin: weatherOf('forecast'),
      },
      {
        name: 'clock.now',
        inputSchema: { type: 'object' },
        outputSchema: { type: 'integer' },
        origin: { class: 'Clock', method: 'now' },
      },
    ],
    resources: [{ uri: 'weather://all', name: 'all', mimeType: 'text/markdown', origin: weatherOf('all') }],
    resourceTemplates: [{ uriTemplate: 'weather://{station}', name: 'reading', origin: weatherOf('reading') }],
    prompts: [{ name: 'packing', origin: weatherOf('packing') }],
    completions: [],
    ...change,
  };
}

function moduleOf(change: Partial<PluginModule> = {}): PluginModule {
  const classes: PluginModule['classes'] = new Map<string, new () => object>([
    ['Weather', Weather],
    ['Clock', Clock],
  ]);
  return {
    abi: 3,
    classes,
    configurations: new Map(),
    tools: new Map<string, ComponentCode>([
      ['forecast', { decode: needsCity }],
      ['clock.now', { decode: () => [] }],
    ]),
    resources: new Map<string, ComponentCode>([['weather://all', { decode: () => [] }]]),
    resourceTemplates: new Map<string, ComponentCode>([
      ['weather://{station}', { decode: ({ station }) => [station] }],
    ]),
    prompts: new Map<string, ComponentCode>([['packing', { decode: needsCity }]]),
    ...change,
  };
}

describe('a bound plugin', () => {
  const { components } = bindPlugin(manifestOf(), moduleOf());
  const [forecast, now] = components.tools;

  test("runs a tool on the instance, with the decoder's arguments", async () => {
    expect(await forecast?.run({ city: 'Rome' }, context)).toMatchObject({
      content: [{ type: 'text', text: 'Rome for 3: 20 C' }],
    });
  });

  // Rules: 121
  test('returns the problems of invalid tool arguments, and does not run the method', async () => {
    events.length = 0;

    const outcome = await forecast?.run({}, context);
    const eventsOfInvalid = [...events];
    await forecast?.run({ city: 'Rome' }, context);

    expect(outcome).toEqual({
      kind: 'bad-arguments',
      problems: [{ path: 'city', expected: 'a string', received: 'nothing' }],
    });
    expect(eventsOfInvalid).toEqual([]);
    expect(events).toEqual(['forecast runs']);
  });

  test('returns structured content for a tool with an output schema', async () => {
    expect(await now?.run({}, context)).toMatchObject({ structuredJson: '0' });
  });

  test('reads resources by URI and by template', async () => {
    const [all] = components.resources;
    const [reading] = components.resourceTemplates;

    expect(await all?.read('weather://all', context)).toMatchObject({
      contents: [{ uri: 'weather://all', mimeType: 'text/markdown', text: 'everything' }],
    });
    expect(await reading?.read('weather://north', { station: 'north' }, context)).toMatchObject({
      contents: [{ uri: 'weather://north', text: '{"station":"north"}' }],
    });
  });

  test('renders prompts', async () => {
    expect(await components.prompts[0]?.get({ city: 'Rome' }, context)).toMatchObject({
      messages: [{ role: 'user', content: { text: 'What to pack for Rome?' } }],
    });
  });

  test('does not expose the origin or the former names of a component', () => {
    expect(forecast?.definition).not.toHaveProperty('origin');
    expect(forecast?.definition).not.toHaveProperty('formerly');
  });

  test('starts its classes in order and stops them in reverse', async () => {
    const bound = bindPlugin(manifestOf(), moduleOf());
    events.length = 0;

    await bound.start();
    await bound.stop();

    expect(events).toEqual(['weather starts', 'clock starts', 'clock stops', 'weather stops']);
  });
});

describe('a manifest that does not match the code', () => {
  const [forecast] = manifestOf().tools;

  test.each<[string, Manifest, PluginModule]>([
    ['the code publishes a method that the manifest does not list', manifestOf({ prompts: [] }), moduleOf()],
    [
      'the manifest lists a method that the code does not publish',
      manifestOf({ tools: [...manifestOf().tools, { ...forecast!, name: 'gone', origin: weatherOf('gone') }] }),
      moduleOf(),
    ],
    [
      'the manifest names a class that the code does not export',
      manifestOf(),
      moduleOf({ classes: new Map([['Clock', Clock]]) }),
    ],
    [
      'a method changed its kind',
      manifestOf({
        prompts: [],
        tools: [...manifestOf().tools, { ...forecast!, name: 'p', origin: weatherOf('packing') }],
      }),
      moduleOf(),
    ],
    ['a decoder is missing', manifestOf(), moduleOf({ tools: new Map([['forecast', { decode: needsCity }]]) })],
    [
      'the code published a method on a class that the manifest does not list',
      manifestOf(),
      moduleOf({ recorded: [{ kind: 'tool', method: 'hidden', holder: class {}.prototype }] }),
    ],
    ['the code speaks another ABI', manifestOf(), { ...moduleOf(), abi: 1 as unknown as 3 }],
  ])('is stale when %s', (_what, manifest, module) => {
    expect(() => bindPlugin(manifest, module)).toThrow(expect.objectContaining({ code: 'manifest-stale' }));
  });

  test('is that of an application, and nothing here constructs its classes', () => {
    const application = manifestOf({ plugin: { ...manifestOf().plugin, framework: 'nestjs' } });

    expect(() => bindPlugin(application, moduleOf({ classes: new Map() }))).toThrow(
      expect.objectContaining({ code: 'framework-needed', message: expect.stringContaining('start the application') }),
    );
  });

  test('is rejected with a message that names the plugin, class and method, whichever side lacks it', () => {
    expect(() => bindPlugin(manifestOf({ prompts: [] }), moduleOf())).toThrow(
      'plugin "sky": its code publishes prompt Weather.packing, which the manifest does not list; build the plugin again',
    );
    const gone = { ...forecast!, name: 'gone', origin: weatherOf('gone') };
    expect(() => bindPlugin(manifestOf({ tools: [...manifestOf().tools, gone] }), moduleOf())).toThrow(
      'plugin "sky": the manifest lists tool Weather.gone, which its code does not publish; build the plugin again',
    );
  });
});

test('the terms of a tool, and whether it is always listed, are no part of its definition', () => {
  const [forecast, ...others] = manifestOf().tools;
  const tools = [{ ...forecast!, always: true, terms: { rain: 3 } }, ...others];

  const [bound, other] = bindPlugin(manifestOf({ tools }), moduleOf()).components.tools;

  expect(bound).toMatchObject({ isAlwaysListed: true, terms: { rain: 3 } });
  expect(Object.keys(bound!.definition)).not.toEqual(expect.arrayContaining(['always']));
  expect(Object.keys(bound!.definition)).not.toEqual(expect.arrayContaining(['terms']));
  expect(other).not.toHaveProperty('isAlwaysListed');
});

test('a class that the build marks as unpublished may have published methods', () => {
  const recorded = [{ kind: 'tool', method: 'hidden', holder: {} }] as const;

  expect(() => bindPlugin(manifestOf(), moduleOf({ recorded, unpublished: ['tool hidden'] }))).not.toThrow();
});

describe('an error thrown by plugin code', () => {
  const failing = (members: object): PluginModule => {
    class Broken extends Clock {
      constructor() {
        super();
        Object.assign(this, members);
      }
    }
    return moduleOf({
      classes: new Map<string, new () => object>([
        ['Weather', Weather],
        ['Clock', Broken],
      ]),
    });
  };
  const boom = new Error('boom');

  test('in a constructor fails the binding and stops the earlier instances', () => {
    class Throws extends Clock {
      constructor() {
        super();
        throw boom;
      }
    }
    const module = moduleOf({
      classes: new Map<string, new () => object>([
        ['Weather', Weather],
        ['Clock', Throws],
      ]),
    });

    events.length = 0;
    expect(() => bindPlugin(manifestOf(), module)).toThrow(
      expect.objectContaining({
        code: 'construct-failed',
        cause: boom,
        message: 'plugin "sky": the constructor of Clock threw',
      }),
    );
    expect(events).toEqual(['weather stops']);
  });

  test('in start() becomes an error that names the class and keeps the cause', async () => {
    const bound = bindPlugin(manifestOf(), failing({ start: () => Promise.reject(boom) }));

    await expect(bound.start()).rejects.toMatchObject({
      code: 'start-failed',
      cause: boom,
      message: 'start() of Clock threw',
    });
  });

  test('in stop() is thrown after the other instances have been stopped', async () => {
    const bound = bindPlugin(manifestOf(), failing({ stop: () => Promise.reject(boom) }));
    events.length = 0;

    await expect(bound.stop()).rejects.toBe(boom);

    expect(events).toEqual(['weather stops']);
  });

  test('in a tool is passed on unchanged', async () => {
    const [, now] = bindPlugin(
      manifestOf(),
      failing({
        now: () => {
          throw boom;
        },
      }),
    ).components.tools;

    await expect(async () => now?.run({}, context)).rejects.toBe(boom);
  });
});

describe('the return value of a method', () => {
  const nowWith = (members: object, code: ComponentCode) => {
    class Changed extends Clock {
      constructor() {
        super();
        Object.assign(this, members);
      }
    }
    const module = moduleOf({
      classes: new Map<string, new () => object>([
        ['Weather', Weather],
        ['Clock', Changed],
      ]),
      tools: new Map<string, ComponentCode>([
        ['forecast', { decode: needsCity }],
        ['clock.now', code],
      ]),
    });
    return bindPlugin(manifestOf(), module).components.tools[1];
  };
  const decode: Decoder = () => [];

  test('is encoded by the encoder of its type', async () => {
    const now = nowWith(
      { now: () => ({ at: new Date(0), secret: 1 }) },
      {
        decode,
        encode: (value) => ({ at: (value as { at: Date }).at.toISOString() }),
      },
    );

    expect(await now?.run({}, context)).toMatchObject({
      structuredJson: '{"at":"1970-01-01T00:00:00.000Z"}',
    });
  });

  test('fails the call when it does not match its type', async () => {
    const now = nowWith(
      {},
      {
        decode,
        encode: (_value, problems) => {
          problems.push({ path: 'at', expected: 'a valid Date', received: 'nothing' });
          return null;
        },
      },
    );

    await expect(async () => now?.run({}, context)).rejects.toThrow(
      'the result is not what its type says: "at" must be a valid Date, got nothing',
    );
  });

  test.each([
    ['an object', {}],
    ['a function', () => undefined], // as proxies of remote objects are
  ])('is awaited when it is %s with a then method', async (_what, awaited) => {
    Reflect.set(awaited, 'then', (settle: (value: unknown) => void) => settle('settled'));
    const now = nowWith({ now: () => awaited }, { decode, encode: (value) => value as JsonValue });

    expect(await now?.run({}, context)).toMatchObject({ structuredJson: '"settled"' });
  });

  test('is collected when it is an async generator', async () => {
    const now = nowWith(
      {
        now: async function* () {
          yield 1;
          yield 2;
        },
      },
      { decode, encode: (value) => value as JsonValue },
    );

    expect(await now?.run({}, context)).toMatchObject({ structuredJson: '[1,2]' });
  });
});

test('a class is constructed with its part of the configuration', async () => {
  class Configured extends Clock {
    constructor(readonly configuration?: { zone: string }) {
      super();
    }
    override now() {
      return this.configuration?.zone as unknown as number;
    }
  }
  const [weather, clock] = manifestOf().classes;
  const properties = { zone: { type: 'string' } };
  const classes = [weather!, { ...clock!, configSchema: { type: 'object', properties, additionalProperties: false } }];
  const module = moduleOf({
    classes: new Map<string, PluginClass>([
      ['Weather', Weather],
      ['Clock', Configured as PluginClass],
    ]),
    configurations: new Map([['Clock', (input) => input]]),
  });

  const bound = bindPlugin(manifestOf({ classes }), module, { configuration: { zone: 'UTC' } });

  expect(await bound.components.tools[1]?.run({}, context)).toMatchObject({ structuredJson: '"UTC"' });
});
