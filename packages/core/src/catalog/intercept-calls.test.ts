import { describe, expect, test } from 'vitest';
import { Complete } from '../decorators/complete.js';
import { Prompt } from '../decorators/prompt.js';
import { Resource } from '../decorators/resource.js';
import { Tool } from '../decorators/tool.js';
import { ToolError } from '../errors/tool-error.js';
import type { Manifest } from '../manifest/manifest.js';
import type { ComponentCode, PluginModule } from '../manifest/plugin-module.js';
import type { Context } from '../model/context.js';
import type { JsonObject } from '../model/json.js';
import { bindPlugin } from './bind-plugin.js';
import { idleContext } from './catalog.test-support.js';

interface Call {
  readonly kind: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly context: Context;
}

const seen: string[] = [];

class Shop {
  @Tool() buy(item: string) {
    seen.push(`buys ${item}`);
    return `bought ${item}`;
  }
  @Tool() async *count() {
    yield 'one';
    yield 'two';
  }
  @Resource('shop://{id}') item(id: string) {
    return id;
  }
  items() {
    return [{ uri: 'shop://1', name: 'one' }];
  }
  @Prompt() advise(item: string) {
    return `About ${item}`;
  }
  @Complete('advise', 'item') named() {
    return ['pear'];
  }
  async onCall({ kind, name, input }: Call, next: () => Promise<unknown>) {
    seen.push(`${kind} ${name} ${JSON.stringify(input)}`);
    if (input['item'] === 'nothing') throw new ToolError('nothing is not for sale');
    const result = await next();
    return result === 'bought gold' ? 'bought brass' : result;
  }
}

const method = (name: string) => ({ class: 'Shop', method: name });
const needsItem: ComponentCode = {
  decode: ({ item }, _context, problems) => {
    if (typeof item !== 'string') problems.push({ path: 'item', expected: 'a string', received: 'nothing' });
    return [item];
  },
};

function bind(classes: PluginModule['classes'], change: Partial<Manifest> = {}) {
  const manifest: Manifest = {
    manifestVersion: 1,
    plugin: { name: 'shop', version: '1.0.0' },
    code: { file: 'code.js', cid: 'bafy' },
    classes: [...classes.keys()].map((name) => ({ name, file: 'src/shop.ts' })),
    tools: [
      { name: 'buy', inputSchema: { type: 'object' }, origin: method('buy') },
      { name: 'count', inputSchema: { type: 'object' }, origin: method('count') },
    ],
    resources: [],
    resourceTemplates: [{ uriTemplate: 'shop://{id}', name: 'item', list: 'items', origin: method('item') }],
    prompts: [{ name: 'advise', arguments: [{ name: 'item', required: true }], origin: method('advise') }],
    completions: [{ of: 'advise', argument: 'item', origin: method('named') }],
    ...change,
  };
  return bindPlugin(manifest, {
    abi: 3,
    classes,
    configurations: new Map(),
    tools: new Map<string, ComponentCode>([
      ['buy', needsItem],
      ['count', { decode: () => [], stream: { isResult: true } }],
      ['onCall', { decode: () => [] }],
    ]),
    resources: new Map(),
    resourceTemplates: new Map([['shop://{id}', { decode: ({ id }: JsonObject) => [id] }]]),
    prompts: new Map([['advise', needsItem]]),
  }).components;
}

const context = idleContext();

describe('onCall of a plugin', () => {
  const shop = bind(new Map([['Shop', Shop]]));
  const [buy, count] = shop.tools;

  test('wraps a tool call and may change its result', async () => {
    seen.length = 0;

    expect(await buy?.run({ item: 'gold' }, context)).toMatchObject({ content: [{ text: 'bought brass' }] });

    expect(seen).toEqual(['tool buy {"item":"gold"}', 'buys gold']);
  });

  test('prevents the method from running by throwing', async () => {
    seen.length = 0;

    await expect(buy?.run({ item: 'nothing' }, context)).rejects.toThrow('nothing is not for sale');

    expect(seen).toEqual(['tool buy {"item":"nothing"}']);
  });

  test('is not called for invalid arguments', async () => {
    seen.length = 0;

    expect(await buy?.run({}, context)).toMatchObject({ kind: 'bad-arguments' });

    expect(seen).toEqual([]);
  });

  test('passes a stream on', async () => {
    expect(await count?.run({}, context)).toMatchObject({ content: [{ text: 'onetwo' }] });
  });

  test('wraps resources, prompts, completions and the lists of instances', async () => {
    seen.length = 0;
    const [item] = shop.resourceTemplates;
    const [advise] = shop.prompts;

    await item?.read('shop://1', { id: '1' }, context);
    await item?.list?.(context);
    await advise?.get({ item: 'pear' }, context);
    await advise?.complete?.({ argument: 'item', value: 'p', known: { size: 'm' } }, context);

    expect(seen).toEqual([
      'resource shop://{id} {"id":"1"}',
      'listing shop://{id} {}',
      'prompt advise {"item":"pear"}',
      'completion advise {"size":"m","item":"p"}',
    ]);
  });
});

test('the onCall of the class that was constructed first is the outermost', async () => {
  class Inner extends Shop {
    override async onCall(_call: Call, next: () => Promise<unknown>) {
      return `inner(${String(await next())})`;
    }
  }
  class Outer {
    async onCall(_call: Call, next: () => Promise<unknown>) {
      return `outer(${String(await next())})`;
    }
  }
  const [buy] = bind(
    new Map<string, new () => object>([
      ['Outer', Outer],
      ['Shop', Inner],
    ]),
  ).tools;

  expect(await buy?.run({ item: 'pear' }, context)).toMatchObject({
    content: [{ text: 'outer(inner(bought pear))' }],
  });
});

test('an onCall method that is published as a tool does not intercept calls', async () => {
  class Telephone extends Shop {
    @Tool() override async onCall() {
      return 'ringing';
    }
  }
  const shop = bind(new Map([['Shop', Telephone]]), {
    tools: ['buy', 'count', 'onCall'].map((name) => ({
      name,
      inputSchema: { type: 'object' },
      origin: method(name),
    })),
  });

  expect(await shop.tools[0]?.run({ item: 'pear' }, context)).toMatchObject({ content: [{ text: 'bought pear' }] });
  expect(await shop.tools[2]?.run({}, context)).toMatchObject({ content: [{ text: 'ringing' }] });
});
