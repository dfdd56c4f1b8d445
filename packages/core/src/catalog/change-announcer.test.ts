import { describe, expect, test } from 'vitest';
import { Complete } from '../decorators/complete.js';
import { Prompt } from '../decorators/prompt.js';
import { Resource } from '../decorators/resource.js';
import { Tool } from '../decorators/tool.js';
import type { Manifest } from '../manifest/manifest.js';
import type { ComponentCode, PluginModule } from '../manifest/plugin-module.js';
import type { Announcer, Context } from '../model/context.js';
import type { JsonObject } from '../model/json.js';
import { revisions } from '../revisions/choose-revision.js';
import { engineOf, requestIn, settled, talkIn } from '../engine/engine.test-support.js';
import { bindPlugin } from './bind-plugin.js';
import { buildCatalog } from './build-catalog.js';
import { idleContext } from './catalog.test-support.js';

class Sky {
  announcer: Announcer | undefined;

  @Tool() tool(context: Context) {
    context.resourceUpdated('tool');
    context.listChanged('tools');
  }
  @Resource('sky://now') resource(context: Context) {
    context.resourceUpdated('resource');
    return '';
  }
  @Resource('sky://{at}') template(context: Context) {
    context.resourceUpdated('template');
    return '';
  }
  @Prompt() prompt(context: Context) {
    context.resourceUpdated('prompt');
    return '';
  }
  @Complete('prompt', 'at') ats(value: string, _known: object, context: Context) {
    context.resourceUpdated('completion');
    return [value];
  }
  start(announcer: Announcer) {
    this.announcer = announcer;
    announcer.resourceUpdated('start');
    announcer.listChanged('prompts');
  }
}

const at = (method: string) => ({ origin: { class: 'Sky', method } });
const manifest: Manifest = {
  manifestVersion: 1,
  plugin: { name: 'sky', version: '1.0.0' },
  code: { file: 'code.js', cid: 'bafy' },
  classes: [{ name: 'Sky', file: 'src/sky.ts' }],
  tools: [{ name: 'tool', inputSchema: { type: 'object' }, ...at('tool') }],
  resources: [{ uri: 'sky://now', name: 'now', ...at('resource') }],
  resourceTemplates: [{ uriTemplate: 'sky://{at}', name: 'at', ...at('template') }],
  prompts: [{ name: 'prompt', ...at('prompt') }],
  completions: [{ of: 'prompt', argument: 'at', ...at('ats') }],
};
const withContext: ComponentCode = { decode: (_input, context) => [context] };
const module: PluginModule = {
  abi: 3,
  classes: new Map([['Sky', Sky]]),
  configurations: new Map(),
  tools: new Map([['tool', withContext]]),
  resources: new Map([['sky://now', withContext]]),
  resourceTemplates: new Map([['sky://{at}', withContext]]),
  prompts: new Map([['prompt', withContext]]),
};

/** An announcer that records its calls. */
function listening() {
  const heard: string[] = [];
  const announcer: Announcer = {
    resourceUpdated: (uri) => void heard.push(`updated ${uri}`),
    listChanged: (kind) => void heard.push(`changed ${kind}`),
  };
  return { heard, announcer };
}

describe.each(revisions)('$date', (revision) => {
  test.each<[string, string, JsonObject, string[]]>([
    ['a tool', 'tools/call', { name: 'tool' }, ['updated tool', 'changed tools']],
    ['a resource', 'resources/read', { uri: 'sky://now' }, ['updated resource']],
    ['a template', 'resources/read', { uri: 'sky://noon' }, ['updated template']],
    ['a prompt', 'prompts/get', { name: 'prompt' }, ['updated prompt']],
    [
      'a completion',
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'prompt' }, argument: { name: 'at', value: 'x' } },
      ['updated completion'],
    ],
  ])('%s notifies through the announcer of its plugin', async (_what, method, params, expected) => {
    const { heard, announcer } = listening();
    const talk = await talkIn(revision, engineOf(buildCatalog(bindPlugin(manifest, module, { announcer }).components)));

    await talk.send(requestIn(revision, 1, [method, params]));

    expect(heard).toEqual(expected);
  });
});

test('start() receives the announcer and can use it outside of any call', async () => {
  const { heard, announcer } = listening();
  const bound = bindPlugin(manifest, module, { announcer });

  await bound.start();

  expect(heard).toEqual(['updated start', 'changed prompts']);
});

test('a plugin works without an announcer', async () => {
  const bound = bindPlugin(manifest, module);

  await bound.start();
  const [tool] = bound.components.tools;

  expect(await tool!.run({}, idleContext())).toMatchObject({ kind: 'result', isError: false });
});

test.each(revisions)('in $date a list change announced during a call reaches a listening client', async (revision) => {
  const server = engineOf();
  const announcer: Announcer = {
    resourceUpdated: (uri) => server.source.update(uri),
    listChanged: (kind) => server.source.swap(catalog, kind),
  };
  const catalog = buildCatalog(bindPlugin(manifest, module, { announcer }).components);
  server.source.swap(catalog);
  const talk = await talkIn(revision, server);
  const listen = { notifications: { toolsListChanged: true } };
  if (revision.era === 'modern') void talk.send(requestIn(revision, 'sub', ['subscriptions/listen', listen]));
  await settled();
  talk.sent.length = 0;

  await talk.send(requestIn(revision, 1, ['tools/call', { name: 'tool' }]));
  await settled();

  expect(talk.sent.map(({ method }) => method)).toContain('notifications/tools/list_changed');
  talk.close();
});
