import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { InputLog } from '../../inputs/input-log.js';
import { openPluginReader } from '../plugin-reader.js';
import { coreImports, makeCaseFolder, toolTaking, writeCaseFiles } from '../reader-cases.test-support.js';
import { compiler } from './compiler.js';
import { openParsedFiles } from './parsed-files.js';
import { openPluginProject } from './plugin-project.js';

const { ModuleKind, ScriptTarget } = compiler;
const options = { target: ScriptTarget.ES2022, module: ModuleKind.NodeNext, strict: true };
const format = { languageVersion: ScriptTarget.ES2022, impliedNodeFormat: ModuleKind.ESNext } as const;
const name = '/project/node_modules/boxes/index.d.ts';
const text = 'export interface Box { size: number }\n';

test('a file with the same name, text, format and options is parsed once', () => {
  const first = openParsedFiles(options).parse(name, text, format);

  expect(openParsedFiles({ ...options, outDir: '/project/dist' }).parse(name, text, format)).toBe(first);
});

test.each([
  ['another name', options, name.replace('boxes', 'crates'), text, format],
  ['another text', options, name, `${text}\n`, format],
  ['another module format', options, name, text, { ...format, impliedNodeFormat: ModuleKind.CommonJS } as const],
  ['another language version', options, name, text, { ...format, languageVersion: ScriptTarget.ES2020 }],
  ['another module option', { ...options, module: ModuleKind.ESNext }, name, text, format],
  ['no strict mode', { ...options, strict: false }, name, text, format],
])('a file with %s is parsed for itself', (_difference, otherOptions, otherName, otherText, otherFormat) => {
  const first = openParsedFiles(options).parse(name, text, format);

  const other = openParsedFiles(otherOptions).parse(otherName, otherText, otherFormat);

  expect(other).not.toBe(first);
  expect(other.text).toBe(otherText);
});

test('two plugins share the files of a package, and each has its own types', () => {
  const folders = ['string', 'number'].map((type) => {
    const folder = makeCaseFolder();
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeCaseFiles(folder, { 'src/plugin.ts': coreImports + toolTaking(`x: ${type}`) });
    return folder;
  });
  const programs = folders.map((folder) => openPluginProject(folder, new InputLog()).program());

  const [ofFirst, ofSecond] = programs.map((program) => new Set(program.getSourceFiles()));

  const alone = [...ofFirst!].filter((file) => !ofSecond!.has(file)).map(({ fileName }) => fileName);
  expect(alone).toEqual([join(folders[0]!, 'src/plugin.ts')]);
  const readings = folders.map((folder) => openPluginReader(folder).read());
  expect(readings.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  expect(
    readings
      .map(({ model }) => model.classes[0]?.methods[0]?.parameters[0])
      .map((one) => (one?.kind === 'argument' ? one.property.node.kind : one)),
  ).toEqual(['string', 'number']);
});
