/**
 * The report of the house: every count is a number of the code that is here, and nothing is refused. The counts of served calls are part
 * of `npm run nightly`.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { modulesOfServer } from './count-served.mjs';

const report = fileURLToPath(new URL('report-house.mjs', import.meta.url));
const schemaLibraries =
  /\/node_modules\/(zod|ajv|ajv-formats|valibot|arktype|@sinclair\/typebox|joi|yup|@cfworker\/json-schema|zod-to-json-schema)\//;

test('each count is printed, and none fails the run', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [report, '--sizes']);

  const counts = new Map(
    [...stdout.matchAll(/^│ (.+?) +│ +([\d,.]+) │/gm)].map(([, title = '', value = '']) => [
      title,
      Number(value.replaceAll(',', '')),
    ]),
  );
  expect([...counts].filter(([, value]) => Number.isNaN(value))).toEqual([]);
  expect(counts.get('lines of code in packages')).toBeGreaterThan(10_000);
  expect(counts.get('names that core exports')).toBeGreaterThan(100);
  expect(stdout).toMatch(/^ +\d+  packages\/\S+\.tsx?:\d+$/m);
});

test('a server loads no schema library', async () => {
  const files = Object.keys(await modulesOfServer());

  expect(files.some((file) => file.endsWith('/plugin-host/dist/index.js'))).toBe(true);
  expect(files.filter((file) => schemaLibraries.test(file))).toEqual([]);
});
