import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { argumentsOf } from '../manifest/method-arguments.js';
import { writeArgumentsSchema } from '../manifest/write-schema.js';
import { openPluginReader, type PluginReader, type PluginReading } from './plugin-reader.js';
import { caseConfig, makeCaseFolder, toolTaking, writeCaseFiles } from './reader-cases.test-support.js';

const core = `import { Tool } from '@sigil/core';\n`;
let folder: string;
let reader: PluginReader;

beforeEach(() => {
  folder = makeCaseFolder();
  write({
    'tsconfig.json': JSON.stringify({
      ...caseConfig,
      compilerOptions: { ...caseConfig.compilerOptions, types: [] },
    }),
    'src/base.ts': 'export type Unit = "m" | "km";\nexport type Free = string;',
    'src/shared.ts': "import type { Unit } from './base.js';\nexport interface Way { length: number; unit: Unit }",
    'src/a.ts': toolNamed('A', 'go', "x: import('./shared.js').Way"),
    'src/b.ts': toolNamed('B', 'stay', 'x: string'),
  });
  reader = openPluginReader(folder);
});
afterEach(() => {
  reader.close();
  rmSync(folder, { recursive: true });
});

const write = (files: Readonly<Record<string, string>>): void => writeCaseFiles(folder, files);

function toolNamed(className: string, method: string, parameters: string): string {
  return (
    core +
    toolTaking(parameters)
      .replace(/class \w+/, `class ${className}`)
      .replace('run(', `${method}(`)
  );
}

/** Writes files and reads the plugin again. */
function save(files: Readonly<Record<string, string>>): PluginReading {
  write(files);
  reader.refresh(Object.keys(files).map((name) => join(folder, name)));
  return reader.read();
}

function schemas({ model }: PluginReading): Record<string, string> {
  const methods = model.classes.flatMap((one) => one.methods);
  return Object.fromEntries(methods.map((one) => [one.name, JSON.stringify(writeArgumentsSchema(argumentsOf(one)))]));
}

/** Expects a repeated reading to equal that of a new reader. */
function expectSameAsNew(reading: PluginReading): void {
  const fresh = openPluginReader(folder);
  const { model, diagnostics, files } = fresh.read();
  fresh.close();
  expect(reading.diagnostics).toEqual(diagnostics);
  expect(reading.files).toEqual(files);
  expect(schemas(reading)).toEqual(schemas({ model, diagnostics, files }));
}

test('a class is not reread if neither its file nor its imports changed', () => {
  const [, before] = reader.read().model.classes;

  const reading = save({ 'src/a.ts': toolNamed('A', 'go', 'x: number') });

  expect(reading.model.classes[1]).toBe(before);
  expectSameAsNew(reading);
});

test.each([
  ['a type that is not there', toolNamed('A', 'go', 'x: Missing')],
  ['a text that cannot be parsed', toolNamed('A', 'go', 'x: {')],
])('an unchanged class is kept over readings with %s', (_fault, faulty) => {
  const [, before] = reader.read().model.classes;

  const first = save({ 'src/a.ts': faulty });
  const second = save({ 'src/a.ts': `${faulty}\n` });
  const mended = save({ 'src/a.ts': toolNamed('A', 'go', 'x: number') });
  const faultyElsewhere = save({ 'src/b.ts': toolNamed('B', 'stay', 'x: Missing') });

  expect([first, second].map(({ diagnostics }) => diagnostics.length > 0)).toEqual([true, true]);
  expect(mended.model.classes[1]).toBe(before);
  expect(faultyElsewhere.diagnostics.length).toBeGreaterThan(0);
  expectSameAsNew(faultyElsewhere);
  expectSameAsNew(save({ 'src/b.ts': toolNamed('B', 'stay', 'x: boolean') }));
});

test('an unchanged class is kept however often another file is saved', () => {
  const [, before] = reader.read().model.classes;

  const kept = Array.from({ length: 20 }, (_, number) => {
    const { model } = save({ 'src/a.ts': toolNamed('A', 'go', `x: ${number}`) });
    return model.classes[1] === before;
  });

  expect(kept).not.toContain(false);
});

test('an unchanged class is reread once twenty other files were saved one by one', () => {
  const names = Array.from({ length: 20 }, (_, index) => `src/part-${index}.ts`);
  const [, before] = save(Object.fromEntries(names.map((name) => [name, 'export {};\n']))).model.classes;

  const kept = names.map((name) => save({ [name]: 'export const saved = true;\n' }).model.classes[1] === before);

  expect(kept.slice(0, 10)).not.toContain(false);
  expect(kept.at(-1)).toBe(false);
});

test('a changed type is reread through indirect imports', () => {
  reader.read();

  const reading = save({ 'src/base.ts': 'export type Unit = "m" | "mile";\nexport type Free = string;' });

  expect(schemas(reading)['go']).toContain('"mile"');
  expectSameAsNew(reading);
});

test('a changed doc comment of a type in another file is reread', () => {
  reader.read();

  const reading = save({
    'src/shared.ts': 'export interface Way {\n  /** In all. */\n  length: number }',
  });

  expect(schemas(reading)['go']).toContain('In all.');
  expectSameAsNew(reading);
});

test('an error in one file is still reported after another file is saved', () => {
  const broken = save({ 'src/b.ts': toolNamed('B', 'stay', 'x: any') });
  expect(broken.diagnostics.map((one) => one.code)).toEqual(['SIGIL040']);

  const reading = save({ 'src/a.ts': toolNamed('A', 'go', 'x: number') });

  expect(reading.diagnostics.map((one) => one.code)).toEqual(['SIGIL040']);
  expectSameAsNew(reading);
});

test('a type error that a change causes in an unchanged file is reported', () => {
  save({ 'src/b.ts': `import type { Free } from './base.js';\nexport const free: Free = 'x';\n` });

  const reading = save({ 'src/base.ts': 'export type Unit = "m";\nexport type Free = number;' });

  expect(reading.diagnostics).toMatchObject([{ code: 'SIGIL001', file: 'src/b.ts' }]);
  expectSameAsNew(reading);
});

test('a changed global declaration is reread where it is used', () => {
  write({ 'src/global.ts': 'declare global { interface Spot { x: number } }\nexport {};' });
  save({ 'src/b.ts': toolNamed('B', 'stay', 'x: Spot') });

  const reading = save({ 'src/global.ts': 'declare global { interface Spot { y: number } }\nexport {};' });

  expect(schemas(reading)['stay']).toContain('"y"');
  expectSameAsNew(reading);
});

test('two tools with the same name are reported even if one was not reread', () => {
  reader.read();

  const reading = save({ 'src/a.ts': toolNamed('A', 'stay', 'x: number') });

  expect(reading.diagnostics).toMatchObject([{ code: 'SIGIL021', file: 'src/b.ts' }]);
  expectSameAsNew(reading);
});

test('a base class that lost its only subclass is reported', () => {
  const base = toolNamed('Base', 'go', 'x: number').replace('export class', 'export abstract class');
  const derived = "import { Base } from './a.js';\nexport class Derived extends Base {}";
  expect(save({ 'src/a.ts': base, 'src/b.ts': derived }).diagnostics).toEqual([]);

  const reading = save({ 'src/b.ts': 'export const nothing = 1;' });

  expect(reading.diagnostics).toMatchObject([{ code: 'SIGIL010', file: 'src/a.ts' }]);
  expectSameAsNew(reading);
});
