import { join } from 'node:path';
import { bindPlugin, readManifest, type BoundPlugin } from '@sigil/core/catalog';
import { describe, expect, test } from 'vitest';
import { evaluateBundle } from '../bundle/evaluate-bundle.test-support.js';
import { idleContext } from '../plugin-code/evaluate-decoders.test-support.js';
import { buildPlugin } from './build-plugin.js';
import { makePluginFolder } from './plugin-folder.test-support.js';

const source = `
import { Prompt, Resource, Tool, progress, type AudioContent, type ImageContent, type PromptMessage, type ResourceContents, type TextContent, type YieldedProgress } from '@sigil/core';

const image: ImageContent = { type: 'image', data: 'AA==', mimeType: 'image/png' };
const values: Record<string, unknown> = {
  v: 'v1', ab: 'a-b', a: 'a', other: 'x', image, text: { type: 'text', text: 'a' }, broken: { type: 'image', data: '!' },
  pair: [{ n: 1 }, image], alone: [{ n: 1 }], textPair: [{ n: 1 }, 'a'], bytesPair: [{ n: 1 }, new Uint8Array([1])], data: { n: 1 },
  aImage: ['a', image], otherImage: ['x', image], report: progress(1), message: { role: 'user', content: image },
  texts: [{ type: 'text', text: 'a' }], images: [image], empty: [],
  contents: [{ uri: 's://1', text: 'a' }, { uri: 's://2', blob: 'AA==' }], content: { uri: 's://1', text: 'a' }, badContents: [{ uri: 's://1', blob: '!' }],
};
const take = (key: string): any => values[key];

type Version = \`v\${number}\`;

export class Sample {
  @Tool() version(key: string): Version { return take(key); }
  @Tool() async prefixed(key: string): Promise<\`\${'a' | 'b'}-\${string}\`> { return take(key); }
  @Tool() mixed(key: string): 'a' | Version { return take(key); }
  @Tool() maybe(key: string): Version | undefined { return take(key); }
  @Tool() *versions(key: string): Generator<Version> { yield take(key); yield take(key); }
  @Tool() async *letters(key: string): AsyncGenerator<'a' | 'b', void> { yield take(key); yield take(key); }
  @Tool() *ended(key: string): Generator<string, Version> { yield 'a'; return take(key); }
  @Tool() *told(key: string): Generator<Version, string> { yield take(key); return 'done'; }
  /** @returns all of it @maxLength 2 */
  @Tool() *short(key: string): Generator<string> { yield take(key); yield take(key); }
  @Tool() upper(key: string): Uppercase<Lowercase<string>> { return take(key); }
  @Tool() branded(key: string): string & { readonly brand: 'v' } { return take(key); }
  @Tool() *texts(key: string): Generator<string, void> { yield take(key); }
  @Tool() async *images(key: string): AsyncGenerator<ImageContent> { yield take(key); }
  @Tool() async *numbers(key: string): AsyncGenerator<{ n: number }> { yield take(key); }
  @Tool() async *gaps(key: string): AsyncGenerator<{ n: number } | undefined, string> { yield take(key); return 'done'; }
  @Tool() *maybeTexts(key: string): Generator<string | undefined> { yield 'a'; yield take(key); }
  @Tool() *steps(key: string): Generator<void, string> { yield take(key); return 'done'; }
  @Tool() picture(key: string): ImageContent { return take(key); }
  @Tool() either(key: string): AudioContent | TextContent | null { return take(key); }
  @Tool() listed(key: string): [ImageContent, string?] { return [take(key)]; }
  @Tool() marked(key: string): ('a' | 'b' | ImageContent)[] { return take(key); }
  @Tool() led(key: string): ['a', ImageContent] { return take(key); }
  @Tool() labelled(key: string): 'a' | ImageContent { return take(key); }
  @Tool() *reports(key: string): Generator<YieldedProgress, string> { yield take(key); return 'done'; }
  @Tool() *onlyReports(key: string): Generator<YieldedProgress> { yield take(key); }
  @Tool() pair(key: string): [{ n: number }, ImageContent] { return take(key); }
  @Tool() bytes(key: string): [{ n: number }, Uint8Array] { return take(key); }
  @Resource('s://letter/{key}') letter(key: string): 'a' | 'b' { return take(key); }
  @Resource('s://version/{key}') resource(key: string): Promise<Version> { return take(key); }
  @Resource('s://streamed/{key}') *streamed(key: string): Generator<Version> { yield take(key); }
  @Resource('s://several/{key}') several(key: string): ResourceContents[] { return take(key); }
  @Resource('s://both/{key}') both(key: string): ResourceContents | ResourceContents[] { return take(key); }
  @Prompt() prompt(key: string): Version { return take(key); }
  @Prompt() block(key: string): TextContent { return take(key); }
  @Prompt() blocks(key: string): TextContent[] { return take(key); }
  @Prompt() messages(key: string): PromptMessage[] | TextContent { return take(key); }
}
`;

describe('a built method', () => {
  let opened: Promise<BoundPlugin['components']> | undefined;
  const open = async (): Promise<BoundPlugin['components']> => {
    const folder = await makePluginFolder({ 'src/sample.ts': source });
    const { diagnostics } = await buildPlugin(folder.path);
    expect(diagnostics).toEqual([]);
    const manifest = readManifest(JSON.parse(await folder.read('dist/manifest.json')), 'sample');
    const plugin = await evaluateBundle(await folder.read('dist/plugin.cjs'), join(folder.path, 'dist', 'plugin.cjs'));
    return bindPlugin(manifest, plugin).components;
  };
  // Built once, in the first test: the folder ends with it, and the evaluated code does not need it.
  const components = (): Promise<BoundPlugin['components']> => (opened ??= open());
  const call = async (name: string, key: string): Promise<unknown> => {
    const { tools } = await components();
    return tools.find(({ definition }) => definition.name === name)!.run({ key }, idleContext);
  };

  test.each([
    ['version', 'v', 'v1'],
    ['prefixed', 'ab', 'a-b'],
    ['mixed', 'v', 'v1'],
    ['mixed', 'a', 'a'],
    ['maybe', 'v', 'v1'],
    ['versions', 'v', 'v1v1'],
    ['letters', 'a', 'aa'],
    ['ended', 'v', 'v1'],
    ['told', 'v', 'done'],
    ['short', 'a', 'aa'],
    ['upper', 'other', 'x'],
    ['branded', 'other', 'x'],
    ['steps', 'none', 'done'],
    ['gaps', 'none', 'done'],
    ['gaps', 'data', 'done'],
    ['maybeTexts', 'none', 'a'],
  ])('%s returns the text of %s', async (name, key, text) => {
    expect(await call(name, key)).toEqual({ kind: 'result', content: [{ type: 'text', text }], isError: false });
  });

  test.each([
    ['maybe', 'none', { content: [] }],
    ['picture', 'image', { content: [{ type: 'image' }] }],
    ['either', 'text', { content: [{ type: 'text' }] }],
    ['listed', 'image', { content: [{ type: 'image' }] }],
    ['marked', 'aImage', { content: [{ type: 'text', text: 'a' }, { type: 'image' }] }],
    ['led', 'aImage', { content: [{ type: 'text', text: 'a' }, { type: 'image' }] }],
    ['labelled', 'a', { content: [{ type: 'text', text: 'a' }] }],
    ['reports', 'report', { content: [{ type: 'text', text: 'done' }] }],
    ['onlyReports', 'report', { content: [] }],
    ['pair', 'pair', { structuredJson: '{"n":1}', content: [{ type: 'text' }, { type: 'image' }] }],
    ['bytes', 'bytesPair', { structuredJson: '{"n":1}', content: [{ type: 'text' }, { type: 'resource' }] }],
  ])('%s returns %s', async (name, key, result) => {
    expect(await call(name, key)).toMatchObject(result);
  });

  test.each([
    ['version', 'other'],
    ['version', 'none'],
    ['prefixed', 'other'],
    ['mixed', 'other'],
    ['maybe', 'other'],
    ['versions', 'other'],
    ['letters', 'other'],
    ['ended', 'other'],
    ['told', 'other'],
    ['short', 'ab'],
    ['branded', 'none'],
    ['texts', 'none'],
    ['images', 'none'],
    ['images', 'text'],
    ['images', 'broken'],
    ['numbers', 'none'],
    ['gaps', 'a'],
    ['picture', 'text'],
    ['picture', 'broken'],
    ['either', 'image'],
    ['either', 'none'],
    ['listed', 'text'],
    ['marked', 'otherImage'],
    ['led', 'otherImage'],
    ['labelled', 'other'],
    ['reports', 'a'],
    ['reports', 'none'],
    ['onlyReports', 'image'],
    ['pair', 'alone'],
    ['pair', 'textPair'],
    ['pair', 'bytesPair'],
    ['bytes', 'pair'],
  ])('%s does not return %s', async (name, key) => {
    await expect(call(name, key)).rejects.toThrow('is not what its type says');
  });

  test('a generator of events does not yield a value', async () => {
    await expect(call('reports', 'a')).rejects.toThrow(
      'a yielded value is not what its type says: it must be an event, such as progress(1), got a string',
    );
  });

  test.each(['letter', 'version', 'streamed'])('a resource of some texts does not return another: %s', async (name) => {
    const { resourceTemplates } = await components();
    const template = resourceTemplates.find(({ definition }) => definition.uriTemplate.includes(name))!;
    const read = async (key: string): Promise<unknown> => template.read(`s://${name}/${key}`, { key }, idleContext);

    expect(await read(name === 'letter' ? 'a' : 'v')).toMatchObject({ contents: [{ mimeType: 'text/plain' }] });
    await expect(read('other')).rejects.toThrow('is not what its type says');
  });

  test.each([
    ['several', 'contents', 2],
    ['several', 'empty', 0],
    ['both', 'contents', 2],
    ['both', 'content', 1],
  ])('a resource of several contents returns them: %s %s', async (name, key, count) => {
    const { resourceTemplates } = await components();
    const template = resourceTemplates.find(({ definition }) => definition.uriTemplate.includes(name))!;
    const expected = [
      { uri: 's://1', text: 'a' },
      { uri: 's://2', blob: 'AA==' },
    ];

    expect(await template.read(`s://${name}/${key}`, { key }, idleContext)).toMatchObject({
      contents: expected.slice(0, count),
    });
    for (const wrong of ['badContents', 'image', 'none', 'a', ...(name === 'several' ? ['content'] : [])])
      await expect(async () => template.read(`s://${name}/${wrong}`, { key: wrong }, idleContext)).rejects.toThrow(
        'is not what its type says',
      );
  });

  test.each([
    ['block', 'text', ['image', 'texts', 'message', 'a']],
    ['blocks', 'texts', ['images', 'text', 'message']],
    ['messages', 'text', ['image', 'images', 'message']],
  ])('a prompt returns only the blocks of its type: %s', async (name, fine, wrong) => {
    const { prompts } = await components();
    const prompt = prompts.find(({ definition }) => definition.name === name)!;

    expect(await prompt.get({ key: fine }, idleContext)).toMatchObject({ messages: [{ role: 'user' }] });
    for (const key of wrong)
      await expect(async () => prompt.get({ key }, idleContext)).rejects.toThrow(
        'the result is not what its type says',
      );
  });

  test('a prompt of some texts does not return another', async () => {
    const { prompts } = await components();
    const get = async (key: string): Promise<unknown> =>
      prompts.find(({ definition }) => definition.name === 'prompt')!.get({ key }, idleContext);

    expect(await get('v')).toMatchObject({ messages: [{ content: { text: 'v1' } }] });
    await expect(get('other')).rejects.toThrow('the result is not what its type says');
  });
});
