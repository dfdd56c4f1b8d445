/** The secrets of a plugin's configuration, in everything that its host and its clients receive of it, over every link. */
import { isToolError, McpError } from '@sigil/core';
import { describeThrown } from '@sigil/core/building';
import { createEngine, revisions, type Fault } from '@sigil/core/engine';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newPluginFolder, writeBuiltPlugin, type PluginFixture } from '../built-plugin.test-support.js';
import { hostPlugin } from './host-plugin.js';
import type { HostedPlugin, HostEvent } from './hosted-plugin.js';
import type { LinkKind } from '../links/plugin-link.js';

const key = 's3cret/key+of "shop"';
const nested = 'n3sted-key';
const configuration = { key, shops: [{ name: 'public-name', key: nested }], keys: { pin: '4711' } };

const secret = { type: 'string', format: 'password' };
const properties = {
  key: secret,
  shops: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' }, key: secret } } },
  keys: { type: 'object', additionalProperties: secret },
};

/** Forms in which a message may hold the secrets; the last two are no secrets. */
const forms = `[
  c.key, encodeURIComponent(c.key), 'https://user:' + encodeURIComponent(c.key) + '@host/',
  'Basic ' + Buffer.from('user:' + c.key).toString('base64'), JSON.stringify(c), c.shops[0].key, 'pin ' + c.keys.pin,
  c.shops[0].name, 'the end',
].join(' ')`;

const members = `
  constructor(configuration) { this.configuration = configuration; }
  get text() { const c = this.configuration; return ${forms}; }`;

const tools = {
  deliberate: `const { ToolError } = require('@sigil/core'); throw new ToolError(this.text, { suggestions: [this.text] });`,
  protocol: `const { McpError } = require('@sigil/core'); throw new McpError('invalid-params', this.text, { given: this.text });`,
  broken: `throw new Error(this.text, { cause: new TypeError(this.text) });`,
  thrown: `throw this.text;`,
  yielding: `
    const { error, log, progress, toolUse } = require('@sigil/core');
    const { text } = this;
    return (async function* () {
      yield text;
      yield progress(2, 3, text);
      yield log('error', text);
      yield toolUse('other', { text });
      yield error(text);
    })();`,
  reporting: `
    await context.reportProgress(1, 2, this.text);
    await context.log('error', { why: [this.text] }, this.text);
    return 'done';`,
  printing: `console.log(this.text); return 'done';`,
  succeeding: `return this.configuration.key;`,
};

const isHidden = (text: string): boolean =>
  ![key, 's3cret', 'of \\"shop', nested, '4711', Buffer.from(`:${key}`).toString('base64').slice(4, -4)].some((it) =>
    text.includes(it),
  );

async function host(
  fixture: Partial<PluginFixture>,
  link: LinkKind,
): Promise<{ plugin: HostedPlugin; events: HostEvent[] }> {
  const { folder, remove } = await newPluginFolder();
  await writeBuiltPlugin(folder, { tools, configuration: properties, ...fixture });
  const events: HostEvent[] = [];
  const plugin = await hostPlugin(folder, { configuration, link, onEvent: (event) => void events.push(event) });
  onTestFinished(async () => {
    await plugin.close();
    await remove();
  });
  return { plugin, events };
}

async function connect(plugin: HostedPlugin): Promise<{ client: McpClient; faults: Fault[] }> {
  const faults: Fault[] = [];
  const engine = createEngine({
    info: { name: 'shop', version: '1' },
    source: plugin,
    onFault: (fault) => void faults.push(fault),
  });
  const client = await connectInMemory(engine, { revision: revisions.at(-1)!.date });
  onTestFinished(async () => {
    await client.close();
    engine.close();
  });
  return { client, faults };
}

describe.each<LinkKind>(['inline', 'worker', 'process'])('over the link %s', (link) => {
  test('no failure and no message of a call contains a secret', async () => {
    const { plugin } = await host({ members }, link);
    const { client, faults } = await connect(plugin);
    await client.setLogLevel('debug');
    const progress: unknown[] = [];

    const answers = [];
    for (const name of ['deliberate', 'protocol', 'broken', 'thrown', 'yielding', 'reporting']) {
      const onProgress = (it: unknown): void => void progress.push(it);
      answers.push(
        await client
          .callTool(name, {}, { onProgress })
          .catch((error: unknown) => ({ ...(error as object), text: String(error) })),
      );
    }

    const seen = JSON.stringify({ answers, progress, notifications: client.notifications });
    const logged = faults.map(({ error }) => describeThrown(error)).join('\n');
    expect(seen).toContain('public-name the end');
    expect(progress.length).toBeGreaterThan(2);
    expect(isHidden(seen)).toBe(true);
    expect(faults).toHaveLength(2);
    expect(logged).toContain('public-name the end');
    expect(isHidden(logged)).toBe(true);
  });

  test('a successful result is data, and stays as it is', async () => {
    const { plugin } = await host({ members }, link);
    const { client } = await connect(plugin);

    expect((await client.callTool('succeeding')).content).toEqual([{ type: 'text', text: key }]);
  });

  test.each(['constructor', 'start', 'health'])('a failure of %s tells no secret', async (step) => {
    const failing = step === 'constructor' ? '' : `${step}() { throw new Error(this.text); }`;
    const body =
      step === 'constructor'
        ? members.replace('= configuration;', '= configuration; throw new Error(this.text);')
        : members;

    const { plugin, events } = await host({ members: `${body}\n${failing || 'health() {}'}` }, link);

    const { status } = plugin;
    const told = describeThrown(status.state === 'failed' ? status.error : undefined);
    expect(told).toContain('public-name the end');
    expect(isHidden(told)).toBe(true);
    expect(events.map(({ kind }) => kind)).toEqual(['booted', 'refused']);
  });
});

test.each<LinkKind>(['worker', 'process'])('a line that a plugin in a %s prints tells no secret', async (link) => {
  const { plugin, events } = await host({ members }, link);
  const { client } = await connect(plugin);
  await client.callTool('printing');

  const printed = (): string[] =>
    events.flatMap((it) => (it.kind === 'link' && it.event.kind === 'printed' ? [it.event.text] : []));
  await expect.poll(printed).toEqual([expect.stringContaining('public-name the end')]);
  expect(isHidden(printed().join(''))).toBe(true);
});

test('errors keep their classes', async () => {
  const { plugin } = await host({ members }, 'inline');
  const [deliberate, protocol] = plugin.current().tools;
  const context = { signal: new AbortController().signal } as never;

  const thrown = async (run: () => unknown): Promise<unknown> => {
    try {
      return await run();
    } catch (error) {
      return error;
    }
  };

  expect(isToolError(await thrown(() => deliberate?.run({}, context)))).toBe(true);
  expect(await thrown(() => protocol?.run({}, context))).toBeInstanceOf(McpError);
});
