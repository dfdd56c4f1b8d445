/**
 * Runs typescript-json-schema over the same types: one schema for each input and each result.
 */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { report } from './report.mjs';
import { compilerOptions } from '../../plugin-tsconfig.mjs';

/**
 * The part of the package that is used, which is installed only when a benchmark runs.
 *
 * @typedef {object} Rival
 * @property {(files: string[], options: object, folder: string) => object} getProgramFromFiles
 * @property {(program: object, settings: object) => { getSchemaForSymbol(name: string): object } | null} buildGenerator
 */

/** @type {Rival} */
const TJS = createRequire(new URL('../../rivals/package.json', import.meta.url))('typescript-json-schema');

const [, , folder = '', tools = '0'] = process.argv;
const files = readdirSync(join(folder, 'src')).map((name) => join(folder, 'src', name));
const program = TJS.getProgramFromFiles(files, compilerOptions, folder);
const generator = TJS.buildGenerator(program, { required: true, ignoreErrors: true });
if (!generator) throw new Error('the corpus cannot be read');
let schemas = 0;
for (let tool = 0; tool < Number(tools); tool++) {
  for (const type of [`Input${tool}`, `Output${tool}`]) if (generator.getSchemaForSymbol(type)) schemas += 1;
}
report(schemas);
