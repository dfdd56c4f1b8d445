/**
 * Runs ts-json-schema-generator over the same types: one schema for each input and each result.
 */
import { join } from 'node:path';
import { report } from './report.mjs';

/**
 * The part of the package that is used, which is installed only when a benchmark runs.
 *
 * @typedef {object} Rival
 * @property {(config: object) => { createSchema(type: string): { definitions?: object } }} createGenerator
 */

/** @type {Rival} */
const { createGenerator } = await import(
  new URL('../../rivals/node_modules/ts-json-schema-generator/dist/index.js', import.meta.url).href
);

const folder = process.argv[2] ?? '';
const generator = createGenerator({
  path: join(folder, 'src', '*.ts'),
  tsconfig: join(folder, 'tsconfig.json'),
  skipTypeCheck: true,
});
// All exported types at once is its fastest mode; one by one it searches the program each time.
const made = Object.keys(generator.createSchema('*').definitions ?? {});
report(made.filter((name) => /^(Input|Output)\d+$/.test(name)).length);
