/**
 * Runs the story files of a plugin, and returns each recorded input as its tool would have been called and would have answered.
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readStoryAnnotations, type StoryAnnotation } from '@sigil/codegen/building';
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { RecordedStories, RecordedStory } from '@sigil/server/plugin-server';

const storyFile = /\.story\.[mc]?[tj]sx?$/;

/** Never rejects: the problems of one file do not concern the others. */
export async function collectStories(folder: string): Promise<RecordedStories> {
  const views = join(folder, 'views');
  const names = await readdir(views).catch(() => []);
  const files = names.filter((name) => storyFile.test(name)).toSorted();
  const read = await Promise.all(files.map((name) => readFileStories(join(views, name))));
  return { stories: read.flatMap(({ stories }) => stories), problems: read.flatMap(({ problems }) => problems) };
}

async function readFileStories(file: string): Promise<RecordedStories> {
  const name = basename(file);
  try {
    const annotations = readStoryAnnotations(await readFile(file, 'utf8'));
    if (annotations.length === 0)
      return { stories: [], problems: [`${name} exports no constant of a type such as Story<typeof roll>.`] };
    const modules = await load(file, annotations);
    const read = annotations.map((annotation) => readExport(annotation, modules, name));
    return { stories: read.flatMap(({ stories }) => stories), problems: read.flatMap(({ problems }) => problems) };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { stories: [], problems: [`${name} cannot be loaded: ${why.replaceAll(file, name)}`] };
  }
}

/** The exports of a story file, and of the modules that have its tools' constants, by specifier. */
interface LoadedModules {
  readonly stories: Readonly<Record<string, unknown>>;
  readonly tools: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

async function load(file: string, annotations: readonly StoryAnnotation[]): Promise<LoadedModules> {
  const specifiers = [...new Set(annotations.flatMap(({ module }) => module ?? []))];
  const contents = [
    `export * as stories from ${JSON.stringify(`./${basename(file)}`)};`,
    ...specifiers.map((specifier, index) => `import * as tools${index} from ${JSON.stringify(specifier)};`),
    `export const tools = { ${specifiers.map((specifier, index) => `${JSON.stringify(specifier)}: tools${index}`).join(', ')} };`,
  ].join('\n');
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    stdin: { contents, loader: 'ts', resolveDir: join(file, '..') },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? new Uint8Array()).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)) as LoadedModules; // written above
}

function readExport(
  { exported, module, tool }: StoryAnnotation,
  modules: LoadedModules,
  file: string,
): RecordedStories {
  const constant = module === undefined ? undefined : modules.tools[module]?.[tool];
  if (!isJsonObject(constant) || typeof constant['name'] !== 'string')
    return {
      stories: [],
      problems: [`${file}: the tool "${tool}" of "${exported}" is no constant of tools.generated.js.`],
    };
  const value = modules.stories[exported];
  const stories: RecordedStory[] = [];
  const problems: string[] = [];
  for (const story of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
    const read = readStory(story, constant);
    if (typeof read === 'string') problems.push(`${file}: "${exported}" ${read}.`);
    else stories.push(read);
  }
  return { stories, problems };
}

const outcomes = ['result', 'error', 'cancelled', 'pending'] as const;

/** @returns what is wrong, as the end of a sentence */
function readStory(given: unknown, tool: JsonObject): RecordedStory | string {
  if (!isJsonObject(given)) return 'is no object';
  // What JSON cannot say would not reach a view either.
  const story = JSON.parse(JSON.stringify(given)) as JsonObject;
  const { name, input, partialInputs } = story;
  if (typeof name !== 'string') return 'has no "name"';
  const [outcome, other] = outcomes.filter((it) => story[it] !== undefined);
  if (outcome === undefined) return 'has no "result"; a call can also end with "error" or "cancelled", or be "pending"';
  if (other !== undefined) return `has both "${outcome}" and "${other}"`;
  if (!isJsonObject(input) && (outcome !== 'pending' || input !== undefined))
    return 'has no "input" with the arguments';
  const isWritten = Array.isArray(partialInputs) && partialInputs.every(isJsonObject);
  return {
    tool: String(tool['name']),
    name,
    ...(isJsonObject(input) ? { input } : {}),
    ...(isWritten ? { partialInputs } : {}),
    ...writeOutcome(story, tool['result']),
  };
}

/** Writes an outcome as the host of the view gets it. @param kind see `ViewTool` of `@sigil/view` */
function writeOutcome(
  { result, content = [], error, cancelled }: JsonObject,
  kind: unknown,
): Pick<RecordedStory, 'result' | 'cancelled'> {
  if (cancelled !== undefined) return { cancelled: String(cancelled) };
  if (error !== undefined) return { result: { content: [{ type: 'text', text: String(error) }], isError: true } };
  if (result === undefined) return {};
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  const blocks = [{ type: 'text', text }, ...(Array.isArray(content) ? content : [])];
  if (kind === 'text') return { result: { content: blocks } };
  return { result: { content: blocks, structuredContent: kind === 'wrapped' ? { result } : result } };
}
