import { afterAll, describe, expect, test } from 'vitest';
import { buildManifest } from '../manifest/build-manifest.js';
import { type CaseSource, openCases } from './reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const plugin = { name: 'case', version: '1.0.0' };
const code = { file: 'plugin.cjs', cid: 'bafk' };

function completionsOf(source: CaseSource): readonly object[] {
  const { model, diagnostics } = cases.read(source);
  if (diagnostics.length > 0) throw new Error(diagnostics.map((one) => one.message).join('\n'));
  return buildManifest(model, plugin, code).completions;
}

const prompt = `@Prompt() ask(city: string, style: string): string { return city + style; }`;
const completing = (signature: string, declarations = ''): string => `${declarations}
  export class Plugin {
    ${prompt}
    @Complete('ask', 'city') cities${signature} { throw new Error(); }
  }`;

describe('a method with @Complete', () => {
  test('completes a prompt argument in its namespace and a template variable', () => {
    const found = completionsOf(`
      @Namespace('wx')
      export class Weather {
        @Complete('weather://{station}/{day}', 'day') days(value: string): string[] { return [value]; }
        ${prompt}
        @Complete('wx_ask', 'city') cities(value: string): string[] { return [value]; }
        @Resource('weather://{station}/{day}') read(day: string, station: string): string { return day + station; }
      }`);

    expect(found).toEqual([
      { of: 'wx_ask', argument: 'city', origin: { class: 'Weather', method: 'cities' } },
      { of: 'weather://{station}/{day}', argument: 'day', origin: { class: 'Weather', method: 'days' } },
    ]);
  });

  test.each([
    ['wx.ask', undefined],
    ['wx_ask', undefined],
    ['wx_ask', '.'],
    ['wx.ask', '-'],
  ])('may write the name of a prompt as %s, whatever joins the namespace: %s', (of, separator) => {
    const options = separator === undefined ? '' : `, { separator: '${separator}' }`;

    const found = completionsOf(`
      @Namespace('wx'${options})
      export class Weather {
        ${prompt}
        @Complete('${of}', 'city') cities(value: string): string[] { return [value]; }
      }`);

    expect(found).toMatchObject([{ of: `wx${separator ?? '_'}ask`, argument: 'city' }]);
  });

  test('may write a template in any spelling; the manifest has the listed one', () => {
    const found = completionsOf(`
      export class Notes {
        @Resource('App://Café/~x/{name}{?part}') read(name: string, part?: string): string { return name + (part ?? ''); }
        @Complete('app://caf%c3%a9/%7Ex/{name}{?part}', 'name') names(value: string): string[] { return [value]; }
        @Complete('App://Café/~x/{name}{?part}', 'part') parts(value: string): string[] { return [value]; }
      }`);

    const of = 'App://Caf%C3%A9/~x/{name}{?part}';
    expect(found).toMatchObject([
      { of, argument: 'name' },
      { of, argument: 'part' },
    ]);
  });

  test('may complete several arguments', () => {
    const found = completionsOf(`export class Plugin {
      ${prompt}
      @Complete('ask', 'style') @Complete('ask', 'city') words(value: string): string[] { return [value]; }
    }`);

    expect(found).toEqual(
      ['city', 'style'].map((argument) => ({ of: 'ask', argument, origin: { class: 'Plugin', method: 'words' } })),
    );
  });

  test('may be in a class of its own, which is then published', () => {
    const source = `
      export class Asking { ${prompt} }
      export class Cities { @Complete('ask', 'city') cities(value: string): string[] { return [value]; } }`;

    const { model } = cases.read(source);

    expect(model.classes.map(({ name, methods }) => [name, methods.length])).toEqual([
      ['Asking', 1],
      ['Cities', 0],
    ]);
    expect(completionsOf(source)).toMatchObject([{ origin: { class: 'Cities', method: 'cities' } }]);
  });

  test('may be inherited', () => {
    const found = completionsOf(`
      abstract class Base { @Complete('ask', 'city') cities(value: string): string[] { return [value]; } }
      export class Plugin extends Base { ${prompt} }`);

    expect(found).toMatchObject([{ origin: { class: 'Plugin', method: 'cities' } }]);
  });

  test.each([
    '(value: string): string[]',
    '(value: string): readonly string[]',
    '(value: string): Promise<readonly string[]>',
    '(value: string): string[] | Promise<string[]>',
    '(value: string): ("a" | "b")[]',
    '(value: string): ["a", "b"]',
    '(value?: string): never[]',
    '(value: string, known: Record<string, string>): string[]',
    '(value: string, known: Readonly<Record<string, string>>): string[]',
    '(value: string, known: { [name: string]: string | undefined }): string[]',
    '(value: string, known: Record<string, string> = {}, context?: Context): string[]',
  ])('may have the signature %s', (signature) => {
    expect(completionsOf(completing(signature))).toHaveLength(1);
  });

  test.each([
    ['§cities(): string[]', 'takes no text to complete'],
    ['cities(§value: number): string[]', 'gets the typed text, a string, as argument 1'],
    ['cities(§value: any): string[]', 'gets the typed text, a string, as argument 1'],
    ['cities(§...values: string[]): string[]', 'gets the typed text, a string, as argument 1'],
    ['cities(value: string, §context: Context): string[]', 'Record<string, string>, as argument 2'],
    ['cities(value: string, §known: { city: string }): string[]', 'Record<string, string>, as argument 2'],
    ['cities(value: string, §known: { city: string; [name: string]: string }): string[]', 'as argument 2'],
    ['cities(value: string, §...known: Record<string, string>[]): string[]', 'as argument 2'],
    ['cities(value: string, §known: Record<string, number>): string[]', 'Record<string, string>, as argument 2'],
    ['cities(value: string, known: {}, §context: string): string[]'.replace('{}', 'Record<string, string>'), 'Context'],
    ['cities(value: string, k: Record<string, string>, c: Context, §d: string): string[]', 'gets 3 arguments'],
    ['cities(value: string): §string', 'returns string'],
    ['cities(value: string): §string[] | undefined', 'returns string[] | undefined'],
    ['cities(value: string): §(string | undefined)[]', 'returns'],
    ['cities(value: string): §Set<string>', 'returns Set<string>'],
  ])('is rejected with the signature %s', (signature, says) => {
    const { found, marks, diagnostics } = cases.read(
      `export class Plugin { ${prompt} @Complete('ask', 'city') ${signature} { throw new Error(); } }`,
    );

    expect(found).toEqual(marks.map((mark) => `SIGIL026 ${mark}`));
    expect(diagnostics[0]?.message).toContain(says);
  });

  test('may name its prompt by a constant', () => {
    const found = completionsOf(`const of = 'ask';
      export class Plugin { ${prompt} @Complete(of, 'city') cities(value: string): string[] { return [value]; } }`);

    expect(found).toMatchObject([{ of: 'ask' }]);
  });
});

describe('the argument that a completion refers to', () => {
  const about = (of: string, argument: string): ReturnType<typeof cases.read> =>
    cases.read(`@Namespace('wx') export class Plugin {
      ${prompt}
      @Tool() run(): string { return ''; }
      @Resource('a://all') all(): string { return ''; }
      @Resource('a://{item}') one(item: string): string { return item; }
      @Complete(${of}, ${argument}) words(value: string): string[] { return [value]; }
    }`);

  test.each([
    [`§'ask'`, `'city'`, 'Write "wx_ask".'],
    [`§'wx.aks'`, `'city'`, 'Write "wx_ask".'],
    [`§'a://{itm}'`, `'item'`, 'Write "a://{item}".'],
    [`'wx.ask'`, `§'citty'`, 'Write "city".'],
    [`'a://{item}'`, `§'value'`, 'Write "item".'],
    [`§'wx.run'`, `'value'`, 'Give the name of a prompt'],
    [`§'a://all'`, `'value'`, 'Give the name of a prompt'],
  ])('must exist on a prompt or a template: %s, %s', (of, argument, fix) => {
    const { found, marks, diagnostics } = about(of, argument);

    expect(found).toEqual(marks.map((mark) => `SIGIL027 ${mark}`));
    expect(diagnostics[0]?.fix).toContain(fix);
  });

  test('is not reported as missing when its own declaration has an error', () => {
    const { found } = cases.read(`export class Plugin {
      @Prompt() ask(city: any): string { return city; }
      @Complete('ask', 'city') words(value: string): string[] { return [value]; }
    }`);

    expect(found.map((one) => one.split(' ')[0])).toEqual(['SIGIL040']);
  });

  test('may have only one completion, and a second one is reported with the first', () => {
    const { diagnostics } = cases.read({
      'src/a.ts': `import { Complete, Prompt } from '@sigil/core';
        export class A { ${prompt} @Complete('ask', 'city') one(value: string): string[] { return [value]; } }`,
      'src/b.ts': `import { Complete } from '@sigil/core';
        export class B { @Complete('ask', 'city') two(value: string): string[] { return [value]; } }`,
    });

    expect(diagnostics).toMatchObject([
      {
        ...{ code: 'SIGIL028', file: 'src/b.ts', line: 2 },
        message: expect.stringMatching(
          /"city" of "ask" is completed by B\.two and by A\.one, at src\/a\.ts:2:/,
        ) as string,
      },
    ]);
  });
});

describe('an argument with finitely many values', () => {
  test('is completed with the values of its type, in order and as text', () => {
    const found = completionsOf(`
      enum Size { Small = 's', Large = 'l' }
      export class Plugin {
        @Prompt() ask(style: 'light' | 'heavy', free: string, size: Size = Size.Small, days?: 7 | 1, deep?: boolean): string { return ''; }
        @Resource('a://{unit}/{id}') read(unit: 'm' | 'ft', id: number): string { return ''; }
        @Tool() run(style: 'a' | 'b'): string { return style; }
      }`);

    expect(found).toEqual([
      { of: 'ask', argument: 'style', values: ['light', 'heavy'] },
      { of: 'ask', argument: 'size', values: ['s', 'l'] },
      { of: 'ask', argument: 'days', values: ['7', '1'] },
      { of: 'ask', argument: 'deep', values: ['true', 'false'] },
      { of: 'a://{unit}/{id}', argument: 'unit', values: ['m', 'ft'] },
    ]);
  });

  test('is completed by its @Complete method if it has one', () => {
    const found = completionsOf(`export class Plugin {
      @Prompt() ask(style: 'light' | 'heavy'): string { return style; }
      @Complete('ask', 'style') styles(value: string): string[] { return [value]; }
    }`);

    expect(found).toEqual([{ of: 'ask', argument: 'style', origin: { class: 'Plugin', method: 'styles' } }]);
  });
});
