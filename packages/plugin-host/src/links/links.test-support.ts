/**
 * Opens links to the contract's plugin, calls them directly or through an engine, and records their events.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, JsonObject } from '@sigil/core';
import { cidOf, type Manifest } from '@sigil/core/building';
import { buildCatalog, fixedSource, readManifest, type Components, type ToolResult } from '@sigil/core/catalog';
import { createEngine, type Engine, type Fault } from '@sigil/core/engine';
import type { BuiltPlugin } from '../builds/build-source.js';
import { evaluateBundle } from './evaluate-bundle.js';
import { LazyLink } from './lazy-link.js';
import { openLink } from './open-link.js';
import type { LinkEvent, LinkKind, LinkOptions, PluginLink } from './plugin-link.js';

const codePath = join(import.meta.dirname, '../../test/plugins/contract.cjs');

/** Reads the contract's plugin as an origin would. */
export async function contractBuild(): Promise<BuiltPlugin> {
  const code = await readFile(codePath, 'utf8');
  const manifestText = JSON.stringify(await manifestOf(code));
  const manifest = readManifest(JSON.parse(manifestText), 'the contract');
  return { manifest, manifestText, manifestCid: await cidOf(Buffer.from(manifestText)), code, codePath };
}

/** Writes the manifest that a build would write for the code; its tools are those that the code publishes. */
async function manifestOf(code: string): Promise<JsonObject> {
  const origin = (method: string): JsonObject => ({ class: 'Subject', method });
  const head = {
    plugin: { name: 'contract', version: '1.0.0' },
    code: { file: 'contract.cjs', cid: await cidOf(Buffer.from(code)) },
  };
  const { tools } = await evaluateBundle({ manifest: head as Manifest, code, codePath });
  const more: Readonly<Record<string, JsonObject>> = {
    structured: { outputSchema: { type: 'object' }, formerly: { names: ['shaped'] } },
    task: { task: 'optional', resumable: true, always: true, terms: { work: 2 } },
    story: { streamSchema: { type: 'string' } },
  };
  return {
    manifestVersion: 1,
    ...head,
    classes: [{ name: 'Subject', file: 'src/subject.ts', configSchema: { type: 'object' } }],
    tools: [...tools.keys()].map((name) => ({
      name,
      inputSchema: { type: 'object' },
      ...more[name],
      origin: origin(name),
    })),
    announcesUpdates: true,
    resources: [
      { uri: 'note://one', name: 'one', origin: origin('one') },
      { uri: 'note://pages', name: 'pages', origin: origin('pages') },
    ],
    resourceTemplates: [{ uriTemplate: 'note://{id}', name: 'note', list: 'notes', origin: origin('note') }],
    prompts: [{ name: 'compose', arguments: [{ name: 'style' }], origin: origin('compose') }],
    completions: [
      { of: 'compose', argument: 'style', origin: origin('styles') },
      { of: 'note://{id}', argument: 'id', values: ['one', 'two'] },
    ],
  };
}

/** A link and its events. */
export interface OpenedLink {
  readonly link: PluginLink;
  readonly announced: string[];
  readonly events: LinkEvent[];
  /** Returns the next event of this kind, or an earlier one that was not taken yet. */
  next<Kind extends LinkEvent['kind']>(kind: Kind): Promise<Extract<LinkEvent, { kind: Kind }>>;
}

/** Opens a link to the contract's plugin and starts it; the caller stops it. */
export async function openStarted(kind: LinkKind, options: Partial<LinkOptions> = {}): Promise<OpenedLink> {
  const opened = await openContract(kind, options);
  await opened.link.start();
  return opened;
}

export async function openContract(kind: LinkKind, options: Partial<LinkOptions> = {}): Promise<OpenedLink> {
  const announced: string[] = [];
  const events = new EventQueue();
  const link = await openLink(kind)(await contractBuild(), {
    announcer: {
      resourceUpdated: (uri) => void announced.push(uri),
      listChanged: (list) => void announced.push(list),
    },
    onEvent: (event) => events.add(event),
    ...options,
  });
  return { link, announced, events: events.all, next: (of) => events.next(of) };
}

/** Opens a link as `openStarted` does, but its code starts with the first call, and all calls go through the lazy link. */
export async function openAtFirstUse(kind: LinkKind, options: Partial<LinkOptions> = {}): Promise<OpenedLink> {
  const real = await openContract(kind, options);
  const { manifest } = await contractBuild();
  const waiting = new LazyLink({
    manifest,
    announcer: { resourceUpdated: () => undefined, listChanged: () => undefined },
    retryMs: 1,
    maxRetryMs: 1,
    async startCode(onOpen) {
      onOpen(real.link);
      await real.link.start();
      return real.link;
    },
  });
  const { tools, resources, resourceTemplates, prompts } = waiting.components;
  const components: Components = {
    tools: tools.map((it) => ({ ...it })),
    resources: resources.map((it) => ({ ...it })),
    resourceTemplates: resourceTemplates.map((it) => ({ ...it })),
    prompts: prompts.map((it) => ({ ...it })),
  };
  return { ...real, link: { ...real.link, kind, components, stop: () => waiting.stop() } };
}

class EventQueue {
  readonly all: LinkEvent[] = [];
  readonly #taken = new Set<LinkEvent>();
  #onEvent: (() => void) | undefined;

  add(event: LinkEvent): void {
    this.all.push(event);
    this.#onEvent?.();
  }

  async next<Kind extends LinkEvent['kind']>(kind: Kind): Promise<Extract<LinkEvent, { kind: Kind }>> {
    for (;;) {
      const found = this.all.find((event) => event.kind === kind && !this.#taken.has(event));
      if (found) {
        this.#taken.add(found);
        return found as Extract<LinkEvent, { kind: Kind }>; // the line before has checked its kind
      }
      await new Promise<void>((resolve) => (this.#onEvent = resolve));
    }
  }
}

/** Makes a context that accepts everything and answers nothing, except for the given members. */
export function contextWith(members: Partial<Context> = {}): Context {
  return {
    signal: new AbortController().signal,
    meta: {},
    principal: { id: 'local', issuer: '', scopes: 'every', claims: {} },
    clientCapabilities: {},
    reportProgress: () => Promise.resolve(),
    ...members,
  } as Context;
}

export async function run(
  { link }: { readonly link: Pick<PluginLink, 'components'> },
  tool: string,
  { input = {}, context = contextWith() }: { input?: JsonObject; context?: Context } = {},
): Promise<ToolResult> {
  const found = link.components.tools.find(({ definition }) => definition.name === tool);
  if (!found) throw new Error(`the contract has no tool "${tool}"`);
  const outcome = await found.run(input, context);
  if (outcome.kind === 'bad-arguments') throw new Error('the arguments were refused');
  return outcome;
}

/** Returns the text of a tool's result. */
export async function textOf(
  opened: { readonly link: Pick<PluginLink, 'components'> },
  tool: string,
  options: { input?: JsonObject; context?: Context } = {},
): Promise<string> {
  const [block] = (await run(opened, tool, options)).content;
  return block?.type === 'text' ? block.text : '';
}

/** Makes an engine that serves the link, and collects the faults for its operator. */
export function engineOf({ link }: OpenedLink, limits: JsonObject = {}): { engine: Engine; faults: Fault[] } {
  const faults: Fault[] = [];
  const engine = createEngine({
    info: { name: 'contract', version: '1.0.0' },
    source: fixedSource(buildCatalog(link.components)),
    limits,
    onFault: (fault) => void faults.push(fault),
  });
  return { engine, faults };
}
