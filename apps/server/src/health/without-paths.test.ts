import { expect, test } from 'vitest';
import { withoutPaths } from './without-paths.js';

test.each([
  ['cannot read /srv/team/plugins/weather/dist/manifest.json; build it', 'cannot read manifest.json; build it'],
  ['in "C:\\plugins\\weather\\dist" nothing', 'in "dist" nothing'],
  ['see file:///srv/plugins/weather.ts now', 'see weather.ts now'],
  ['it asked https://example.org/a/b/c either/or', 'it asked https://example.org/a/b/c either/or'],
])('%s', (message, expected) => {
  expect(withoutPaths(message)).toBe(expected);
});
