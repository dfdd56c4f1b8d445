import { expect, test } from 'vitest';
import { adviseVersion } from './advise-version.js';
import type { ChangeLevel, ManifestChange } from './changes/manifest-change.js';

function changesOf(...levels: readonly ChangeLevel[]): ManifestChange[] {
  return levels.map((level) => ({ level, kind: 'undecided', component: 'tool "t"', says: 'x' }));
}

test.each<[ChangeLevel[], string, string, ReturnType<typeof adviseVersion>]>([
  [[], '1.2.3', '1.2.3', { bump: 'none', isSatisfied: true }],
  [['patch'], '1.2.3', '1.2.3', { bump: 'patch', needs: '1.2.4', isSatisfied: false }],
  [['patch'], '1.2.3', '1.2.4', { bump: 'patch', needs: '1.2.4', isSatisfied: true }],
  [['patch', 'minor'], '1.2.3', '1.2.9', { bump: 'minor', needs: '1.3.0', isSatisfied: false }],
  [['minor'], '1.2.3', '2.0.0', { bump: 'minor', needs: '1.3.0', isSatisfied: true }],
  [['minor', 'breaking'], '1.2.3', '1.9.0', { bump: 'major', needs: '2.0.0', isSatisfied: false }],
  [['breaking'], '1.2.3', '10.0.0', { bump: 'major', needs: '2.0.0', isSatisfied: true }],
  [['breaking'], '0.3.1', '0.4.0', { bump: 'minor', needs: '0.4.0', isSatisfied: true }],
  [['breaking'], '0.3.1', '0.3.2', { bump: 'minor', needs: '0.4.0', isSatisfied: false }],
  [['minor'], '0.3.1', '0.3.2', { bump: 'patch', needs: '0.3.2', isSatisfied: true }],
  [['breaking'], '1.2.3', '2.0.0-beta.1', { bump: 'major', needs: '2.0.0', isSatisfied: true }],
  [['breaking'], '2.0.0-beta.1', '2.0.0-beta.2', { bump: 'major', needs: '2.0.0', isSatisfied: true }],
  [['breaking'], '2.0.0-beta.1', '2.0.0-beta.1', { bump: 'major', needs: '2.0.0', isSatisfied: false }],
  [['minor'], 'v1.0.0', '1.1.0+build.5', { bump: 'minor', needs: '1.1.0', isSatisfied: true }],
  [['minor'], 'latest', '1.1.0', { bump: 'minor' }],
  [['minor'], '1.0.0', '', { bump: 'minor', needs: '1.1.0' }],
])('adviseVersion() judges the changes %j from %s to %s', (levels, before, after, advice) => {
  expect(adviseVersion(changesOf(...levels), { before, after })).toEqual(advice);
});
