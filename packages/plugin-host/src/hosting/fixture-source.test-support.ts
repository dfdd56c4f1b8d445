/**
 * An origin in memory whose plugin the test writes, so that a swap needs neither a build nor a disk.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@sigil/core';
import type { Activation, Framework, FormerNames, Manifest } from '@sigil/core/building';
import type { CatalogSource } from '@sigil/core/catalog';
import { createEngine, type Engine, type EngineOptions } from '@sigil/core/engine';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { onTestFinished } from 'vitest';
import type { BuiltPlugin, BuildSource, Watch } from '../builds/build-source.js';
import { hostPlugin } from './host-plugin.js';
import type { HostedPlugin, HostEvent, HostOptions } from './hosted-plugin.js';

/** One tool: the JavaScript of its method, which has `input` and `context`, and its arguments. */
export interface FixtureTool {
  readonly body?: string;
  readonly inputSchema?: JsonObject;
  readonly formerly?: FormerNames;
  readonly task?: 'optional' | 'required';
}

export interface Fixture {
  readonly tools?: Readonly<Record<string, FixtureTool>>;
  /** URIs, and names of prompts. */
  readonly resources?: readonly string[];
  readonly prompts?: readonly string[];
  /** More members of the class: `start() { … }`. */
  readonly members?: string;
  /** Carried fields, with their `typeof`. */
  readonly carry?: { readonly version?: number; readonly fields: Readonly<Record<string, string>> };
  /** The activation that a build records. When left out, plugins with a `start()` or `health()` start before they serve. */
  readonly activation?: Activation;
  /** The framework of an application. */
  readonly framework?: Framework;
  readonly instructions?: string;
}

/** The notes that the fixtures' code makes with `note('…')`, in order. */
export const noted: string[] = [];
Reflect.set(globalThis, 'note', (what: string) => void noted.push(what));

export class FixtureSource implements BuildSource {
  readonly label = 'the fixture';
  readonly servedCids: string[] = [];
  readonly retiredCids: string[] = [];
  readCount = 0;
  /** Runs before each read. */
  beforeRead: () => Promise<void> = () => Promise.resolve();
  built: BuiltPlugin;
  readonly #listeners = new Set<() => void>();

  constructor(fixture: Fixture) {
    this.built = buildFixture(fixture);
  }

  publish(fixture: Fixture): void {
    this.built = buildFixture(fixture);
    for (const listener of this.#listeners) listener();
  }

  async read(): Promise<BuiltPlugin> {
    this.readCount++;
    await this.beforeRead();
    return this.built;
  }

  watch(onChange: () => void): Watch {
    this.#listeners.add(onChange);
    return { close: () => void this.#listeners.delete(onChange) };
  }

  served({ manifestCid }: BuiltPlugin): Promise<void> {
    this.servedCids.push(manifestCid);
    return Promise.resolve();
  }

  retired({ manifestCid }: BuiltPlugin): Promise<void> {
    this.retiredCids.push(manifestCid);
    return Promise.resolve();
  }
}

export interface HostedFixture {
  readonly origin: FixtureSource;
  readonly plugin: HostedPlugin;
  readonly events: readonly HostEvent[];
}

/** Hosts a fixture until the test ends. */
export async function hostFixture(fixture: Fixture, options: HostOptions = {}): Promise<HostedFixture> {
  const origin = new FixtureSource(fixture);
  const events: HostEvent[] = [];
  noted.length = 0;
  const plugin = await hostPlugin(origin, {
    drainTimeoutMs: 60_000,
    ...options,
    onEvent: (it) => void events.push(it),
  });
  onTestFinished(() => plugin.close());
  return { origin, plugin, events };
}

/** An engine that serves the source until the test ends. */
export function engineFor(source: CatalogSource, limits: EngineOptions['limits'] = {}): Engine {
  const engine = createEngine({ info: { name: 'fixture', version: '1' }, source, limits });
  onTestFinished(() => engine.close());
  return engine;
}

/** Connects a client of that revision. */
export async function connectTo(engine: Engine, revision: string): Promise<McpClient> {
  const client = await connectInMemory(engine, { revision });
  onTestFinished(() => client.close());
  return client;
}

/** Returns the text of a tool's answer. */
export async function textOf(client: McpClient, tool: string, input: JsonObject = {}): Promise<string> {
  const [block] = (await client.callTool(tool, input)).content;
  return block?.type === 'text' ? block.text : '';
}

const noArguments: JsonObject = { type: 'object', properties: {}, additionalProperties: true };

/** Makes a different text for each content, as CIDs do, but faster; nothing is looked up by it. */
function standInCid(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  return `bafkrei${digits.replace(/[0189]/g, (digit) => 'wxyz'['0189'.indexOf(digit)] ?? '').slice(0, 52)}`;
}

function buildFixture(fixture: Fixture): BuiltPlugin {
  const code = codeOf(fixture);
  const manifest = manifestOf(fixture, standInCid(code));
  const manifestText = JSON.stringify(manifest);
  return {
    manifest,
    manifestText,
    manifestCid: standInCid(manifestText),
    code,
    codePath: '/nowhere/dist/plugin.cjs',
  };
}

function manifestOf(
  { tools = {}, resources = [], prompts = [], members = '', carry, activation, framework, instructions }: Fixture,
  cid: string,
): Manifest {
  const noted = activation ?? (/\b(start|health)\(/.test(members) ? 'onStart' : undefined);
  const originOf = (method: string) => ({ class: 'Fixture', method });
  return {
    manifestVersion: 1,
    plugin: {
      name: 'fixture',
      version: '1.0.0',
      ...(noted ? { activation: noted } : {}),
      ...(framework ? { framework } : {}),
      ...(instructions ? { instructions } : {}),
    },
    code: { file: 'plugin.cjs', cid },
    classes: [{ name: 'Fixture', file: 'src/fixture.ts', ...(carry ? { carry: { version: 1, schema: {} } } : {}) }],
    ...(members.includes('resourceUpdated') ? { announcesUpdates: true } : {}),
    tools: Object.entries(tools).map(([name, { inputSchema = noArguments, formerly, task }]) => ({
      name,
      inputSchema,
      ...(formerly ? { formerly } : {}),
      ...(task ? { task } : {}),
      origin: originOf(name),
    })),
    resources: resources.map((uri, index) => ({ uri, name: uri, origin: originOf(`resource${index}`) })),
    resourceTemplates: [],
    prompts: prompts.map((name) => ({ name, origin: originOf(name) })),
    completions: [],
  };
}

function codeOf({ tools = {}, resources = [], prompts = [], members = '', carry }: Fixture): string {
  const schemas = Object.entries(tools).map(([name, { inputSchema = noArguments }]) => [name, inputSchema]);
  const methods = Object.entries(tools).map(([name, { body = '' }]) => `async ${name}(input, context) { ${body} }`);
  return `
module.exports = async ({ Tool, Resource, Prompt }) => {
class Fixture {
  ${members}
  ${methods.join('\n  ')}
  ${resources.map((uri, index) => `resource${index}() { return ${JSON.stringify(uri)}; }`).join('\n  ')}
  ${prompts.map((name) => `${name}() { return ${JSON.stringify(name)}; }`).join('\n  ')}
}
const mark = (marker, name) => marker(Fixture.prototype, name, Object.getOwnPropertyDescriptor(Fixture.prototype, name));
const decodeBy = ({ properties, required = [], additionalProperties }) => (input, context, problems) => {
  for (const name of Object.keys(input)) {
    if (additionalProperties || Object.hasOwn(properties, name)) continue;
    problems.push({ path: name, expected: 'left out', received: 'a value', unknown: '' });
  }
  for (const name of required) {
    if (!Object.hasOwn(input, name)) problems.push({ path: name, expected: 'there', received: 'nothing' });
  }
  for (const [name, { type }] of Object.entries(properties)) {
    if (!Object.hasOwn(input, name) || typeof input[name] === type) continue;
    problems.push({ path: name, expected: 'a ' + type, received: 'a ' + typeof input[name] });
  }
  return [input, context];
};
const tools = new Map(${JSON.stringify(schemas)}.map(([name, schema]) => [name, { decode: decodeBy(schema) }]));
const plain = { decode: () => [] };
const resources = new Map(${JSON.stringify(resources)}.map((uri) => [uri, plain]));
const prompts = new Map(${JSON.stringify(prompts)}.map((name) => [name, plain]));
for (const name of tools.keys()) mark(Tool(), name);
[...resources.keys()].forEach((uri, index) => mark(Resource(uri), 'resource' + index));
for (const name of prompts.keys()) mark(Prompt(), name);
return {
  abi: 3, classes: new Map([['Fixture', Fixture]]), configurations: new Map(),
  tools, resources, prompts, resourceTemplates: new Map(),${carry ? `\n  carries: ${carriesOf(carry)},` : ''}
};
};`;
}

/** Writes the table as the build would; fields are checked in both directions. */
function carriesOf({ version = 1, fields }: NonNullable<Fixture['carry']>): string {
  return `new Map([['Fixture', (() => {
    const types = ${JSON.stringify(fields)};
    const check = (value, problems) => {
      for (const [path, type] of Object.entries(types)) {
        if (typeof value[path] !== type) problems.push({ path, expected: 'a ' + type, received: 'a ' + typeof value[path] });
      }
      return value;
    };
    return { version: ${version}, fields: Object.keys(types), encode: check, decode: check };
  })()]])`;
}
