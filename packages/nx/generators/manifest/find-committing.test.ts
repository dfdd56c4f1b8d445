import { expect, test } from 'vitest';
import { emptyWorkspace } from '../workspace.test-support.ts';
import { findCommitting } from './find-committing.mjs';

test('a plugin commits its manifest if commitManifest is true, or by default if it has one', () => {
  const tree = emptyWorkspace();
  const add = (name: string, sigil: object, hasManifest: boolean): void => {
    tree.write(`packages/${name}/package.json`, JSON.stringify({ name, sigil }));
    if (hasManifest) tree.write(`packages/${name}/manifest.json`, '{}');
  };
  add('says-so', { plugin: true, commitManifest: true }, false);
  add('has-one', { plugin: true }, true);
  add('says-no', { plugin: true, commitManifest: false }, true);
  add('has-none', { plugin: true }, false);
  add('is-none', {}, true);

  expect(findCommitting(tree)).toEqual(['packages/has-one', 'packages/says-so']);
});
