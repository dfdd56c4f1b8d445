import { expect, test } from 'vitest';
import { describePlugAndPlay } from './plug-and-play.js';

test("Yarn's Plug'n'Play is described in one line, with what to do", () => {
  expect(describePlugAndPlay({ ...process.versions, pnp: '3' })).toMatch(
    /^Yarn's Plug'n'Play is not supported: write `nodeLinker: node-modules` into \.yarnrc\.yml, and run `yarn install`$/,
  );
  expect(describePlugAndPlay()).toBeUndefined();
});
