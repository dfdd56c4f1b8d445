import { afterAll, expect, test } from 'vitest';
import { buildManifest } from '../manifest/build-manifest.js';
import { openCases } from './reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

test.each([
  ['of an interface', 'ids(): ListedResource[] { return []; }'],
  [
    'with the context, as a promise',
    'async ids(context: Context): Promise<readonly ListedResource[]> { return [] as ListedResource[]; }',
  ],
  ['of its own type', 'ids(): { uri: string; name: string; size?: number }[] { return []; }'],
  ['that is empty', 'ids(): [] { return []; }'],
])('a method lists the instances of a template: %s', (_name, method) => {
  const { model, diagnostics } = cases.read(`
    interface ListedResource { uri: string; name: string; title?: string }
    export class Plugin {
      @Resource('x://{id}', { list: 'ids' }) read(id: string): string { return id; }
      ${method}
    }`);

  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  const code = { file: 'plugin.cjs', cid: 'bafk' };
  expect(buildManifest(model, { name: 'case', version: '1.0.0' }, code).resourceTemplates).toMatchObject([
    { uriTemplate: 'x://{id}', list: 'ids', origin: { class: 'Plugin', method: 'read' } },
  ]);
});
