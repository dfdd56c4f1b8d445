import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import type { SchemaCall } from '../model/plugin-model.js';
import { type CaseSource, openCases } from './reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const plugin = (body: string, before = ''): string =>
  `${before}\nexport class Plugin { @Tool() async run(context: Context): Promise<unknown> { return ${body}; } }`;
const core = `import { schemaOf, Tool, type Context } from '@sigil/core';\n`;

function callsOf(source: CaseSource): readonly SchemaCall[] {
  const { model, diagnostics } = cases.read(source);
  expect(diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([]);
  return model.schemaCalls;
}

/** Returns the changed lines of the file after the texts of its calls were inserted. */
function written(calls: readonly SchemaCall[]): string[] {
  const [file] = calls.map((call) => call.file);
  const before = file === undefined ? '' : readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  const after = [...calls]
    .reverse()
    .reduce((text, { offset, text: added }) => text.slice(0, offset) + added + text.slice(offset), before);
  const linesBefore = before.split('\n');
  return after.split('\n').filter((line, index) => line !== linesBefore[index]);
}

describe('schemaOf<T>()', () => {
  test('gets the schema of its type as its argument', () => {
    const calls = callsOf(plugin('schemaOf<{ city: string; days?: number }>()'));

    expect(written(calls)).toEqual([
      expect.stringContaining(
        'schemaOf<{ city: string; days?: number }>({"type":"object","properties":{"city":{"type":"string"},"days":{"type":"number"}},"required":["city"],"additionalProperties":false})',
      ),
    ]);
  });

  test('includes the doc comment and the constraints of a named type', () => {
    const [call] = callsOf(plugin('schemaOf<Code>()', '/** A code. @pattern ^a */ type Code = string;'));

    expect(JSON.parse(call?.text ?? '')).toEqual({ type: 'string', pattern: '^a', description: 'A code.' });
  });

  test('is found outside of classes, under an alias and through a namespace import', () => {
    const source = `import * as core from '@sigil/core';\nimport { schemaOf as s, Tool } from '@sigil/core';
export const one = s<string>(), two = core.schemaOf< number >( );
export class Plugin { @Tool() run(): string { return JSON.stringify(s<boolean>()); } }`;

    expect(callsOf({ 'src/plugin.ts': source }).map(({ text }) => text)).toEqual([
      '{"type":"string"}',
      '{"type":"number"}',
      '{"type":"boolean"}',
    ]);
  });

  test('is left unchanged if it already has a schema or is another function', () => {
    const own = 'function schemaOf<T>(): T[] { return []; }';
    const source = `import { Tool, schemaOf as real } from '@sigil/core';\n${own}
export class Plugin { @Tool() run(): string { real<string>({ type: 'string' }); return JSON.stringify(schemaOf<string>()); } }`;

    expect(callsOf({ 'src/plugin.ts': source })).toEqual([]);
  });

  test('is found in files outside the source folder that are imported by path, and not in declarations', () => {
    const files = {
      'src/plugin.ts': `${core}import { schema } from '../shared/schema.js';\nexport class Plugin { @Tool() run(): string { return JSON.stringify(schema); } }`,
      'shared/schema.ts': `import { schemaOf } from '@sigil/core';\nexport const schema = schemaOf<null>();`,
      'src/other.d.ts': `declare const schemaOf: unknown;`,
    };

    expect(callsOf(files).map(({ file }) => file)).toEqual([
      expect.stringMatching(/\/sigil-reader-[^/]+\/shared\/schema\.ts$/),
    ]);
  });

  test('has an offset that ignores the byte order mark and counts CRLF line ends', () => {
    const source = `\uFEFF${core.replaceAll('\n', '\r\n')}/* 🙂 */ export const s = schemaOf<string>();\r\nexport class Plugin { @Tool() run(): string { return ''; } }`;

    expect(written(callsOf({ 'src/plugin.ts': source }))).toEqual([
      '/* 🙂 */ export const s = schemaOf<string>({"type":"string"});\r',
    ]);
  });
});

describe('context.elicit<T>(message)', () => {
  test('gets the form between the message and the options', () => {
    const calls = callsOf(
      plugin(
        `context.elicit<Trip>('Where to?', { key: 'trip' })`,
        `interface Trip { /** Which */ city: string; /** @integer */ days?: number }`,
      ),
    );

    expect(written(calls)).toEqual([
      expect.stringContaining(
        `context.elicit<Trip>('Where to?', {"type":"object","properties":{"city":{"type":"string","description":"Which"},"days":{"type":"integer"}},"required":["city"]}, { key: 'trip' })`,
      ),
    ]);
  });

  test('may have a trailing comma, and another name for the context', () => {
    const source = `${core}const ask = (asker: Pick<Context, 'elicit'>) => asker.elicit<{ ok: boolean }>(\`Sure?\`,);
export class Plugin { @Tool() async run(context: Context): Promise<void> { await ask(context); } }`;

    expect(written(callsOf({ 'src/plugin.ts': source }))[0]).toContain(
      '(`Sure?`, {"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]},)',
    );
  });

  test('is left unchanged if it already has a form', () => {
    expect(callsOf(plugin(`context.elicit('Where to?', { type: 'object', properties: {} })`))).toEqual([]);
  });
});

test('calls are ordered by file and position', () => {
  const files = {
    'src/b.ts': `${core}export const x = schemaOf<1>(); export const y = schemaOf<2>();`,
    'src/a.ts': `${core}import './b.js';\nexport const z = schemaOf<3>();\nexport class Plugin { @Tool() run(): string { return ''; } }`,
  };

  expect(callsOf(files).map(({ text }) => text)).toEqual(
    ['3', '1', '2'].map((value) => `{"type":"number","const":${value}}`),
  );
});
