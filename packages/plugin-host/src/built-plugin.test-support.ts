/**
 * Writes small built plugins to disk, as the build would, so that the host's tests need no compiler.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cidOf, type ManifestSkills, type ManifestViews } from '@sigil/core/building';
import type { Context, JsonObject } from '@sigil/core';
import type { Catalog, CatalogSource } from '@sigil/core/catalog';

export interface PluginFixture {
  readonly name?: string;
  /** Tool names with the JavaScript body of their methods. */
  readonly tools: Readonly<Record<string, string>>;
  /** More members of the class: `start() { … }`. */
  readonly members?: string;
  /** The parameters of its constructor, by name. */
  readonly configuration?: JsonObject;
  /** Files of skills, with their texts, by their paths below `skills/`. */
  readonly skills?: Readonly<Record<string, string>>;
  /** Pages of views, by their addresses. */
  readonly views?: Readonly<Record<string, string>>;
  /** Tools that the code publishes but the manifest does not list. */
  readonly unlisted?: readonly string[];
}

export async function newPluginFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-plugin-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Writes code first and the manifest last, by renaming, as the build does. */
export async function writeBuiltPlugin(folder: string, fixture: PluginFixture): Promise<void> {
  const code = codeOf(fixture);
  await mkdir(join(folder, 'dist'), { recursive: true });
  await writeFile(join(folder, 'dist', 'plugin.cjs'), code);
  const packed = fixture.skills && (await packSkills(fixture.name ?? 'fixture', fixture.skills));
  if (packed) await writeFile(join(folder, 'dist', 'skills.bin'), packed.bytes);
  const shown = fixture.views && (await packViews(fixture.views));
  if (shown) await writeFile(join(folder, 'dist', 'views.bin'), shown.bytes);
  const content = { ...(packed && { skills: packed.manifest }), ...(shown && { views: shown.manifest }) };
  const manifest = JSON.stringify({ ...manifestOf(fixture, await cidOf(Buffer.from(code))), ...content });
  await writeFile(join(folder, 'dist', 'manifest.json.tmp'), manifest);
  await rename(join(folder, 'dist', 'manifest.json.tmp'), join(folder, 'dist', 'manifest.json'));
}

export function manifestOf(fixture: PluginFixture, cid: string): JsonObject {
  const { name = 'fixture', tools, unlisted = [], configuration: properties, members = '' } = fixture;
  const isEager = /\b(start|health)\(/.test(members);
  const configSchema = { type: 'object', additionalProperties: false, ...(properties ? { properties } : {}) };
  const listed = Object.keys(tools).filter((tool) => !unlisted.includes(tool));
  return {
    manifestVersion: 1,
    // The build records this for plugins with lifecycle methods.
    plugin: { name, version: '1.0.0', ...(isEager ? { activation: 'onStart' } : {}) },
    code: { file: 'plugin.cjs', cid },
    classes: [{ name: 'Fixture', file: 'src/fixture.ts', ...(properties ? { configSchema } : {}) }],
    tools: listed.map((tool) => ({
      name: tool,
      inputSchema: { type: 'object' },
      origin: { class: 'Fixture', method: tool },
    })),
    resources: [],
    resourceTemplates: [],
    prompts: [],
    completions: [],
  };
}

/** Packs files of skills as the build does. Each `SKILL.md` makes a skill. */
export async function packSkills(
  plugin: string,
  texts: Readonly<Record<string, string>>,
): Promise<{ readonly manifest: ManifestSkills; readonly bytes: Uint8Array }> {
  const bytes = Buffer.from(Object.values(texts).join(''));
  const files = Object.entries(texts).map(([path, text]) => {
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
    return { uri: `skill://${plugin}/${path}`, digest, size: Buffer.byteLength(text), mimeType: 'text/markdown' };
  });
  const entries = Object.keys(texts)
    .filter((path) => path.endsWith('/SKILL.md'))
    .map((path) => ({
      uri: `skill://${plugin}/${path}`,
      frontmatter: { name: path.split('/').at(-2) ?? '', description: 'Says how.' },
    }));
  return { bytes, manifest: { file: 'skills.bin', cid: await cidOf(bytes), files, entries } };
}

/** Packs the pages of views as the build does. */
export async function packViews(
  pages: Readonly<Record<string, string>>,
): Promise<{ readonly manifest: ManifestViews; readonly bytes: Uint8Array }> {
  const bytes = Buffer.from(Object.values(pages).join(''));
  const entries = Object.entries(pages).map(([uri, page]) => {
    const digest = `sha256:${createHash('sha256').update(page).digest('hex')}`;
    return { uri, name: uri.split('/').at(-1) ?? '', size: Buffer.byteLength(page), digest };
  });
  return { bytes, manifest: { file: 'views.bin', cid: await cidOf(bytes), entries } };
}

function codeOf({ tools, members = '' }: PluginFixture): string {
  const names = Object.keys(tools);
  return `
module.exports = async ({ Tool }) => {
class Fixture {
  ${members}
  ${names.map((tool) => `async ${tool}(input, context) { ${tools[tool]} }`).join('\n  ')}
}
for (const name of ${JSON.stringify(names)}) {
  Tool()(Fixture.prototype, name, Object.getOwnPropertyDescriptor(Fixture.prototype, name));
}
return {
  abi: 3,
  classes: new Map([['Fixture', Fixture]]),
  configurations: new Map([['Fixture', (input) => input]]),
  tools: new Map(${JSON.stringify(names)}.map((name) => [name, { decode: (input, context) => [input, context] }])),
  resources: new Map(), resourceTemplates: new Map(), prompts: new Map(),
};
};`;
}

// The fixtures' methods use no more of a context.
const noContext = {
  signal: new AbortController().signal,
  reportProgress: () => Promise.resolve(),
} as unknown as Context;

/** Calls a tool that the source currently offers. @returns the text of its result */
export async function callText(
  source: CatalogSource,
  tool: string,
  input: JsonObject = {},
): Promise<string | undefined> {
  const hold = source.hold();
  try {
    return await textFrom(source.current(), tool, input);
  } finally {
    hold.release();
  }
}

/** Calls a tool of a catalog that the caller holds. */
export async function textFrom(catalog: Catalog, tool: string, input: JsonObject = {}): Promise<string | undefined> {
  const outcome = await catalog.findTool(tool)?.run(input, noContext);
  const block = outcome?.kind === 'result' ? outcome.content[0] : undefined;
  return block?.type === 'text' ? block.text : undefined;
}

export function toolNames(source: CatalogSource): string[] {
  return source.current().tools.map(({ definition }) => definition.name);
}
