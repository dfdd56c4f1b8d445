/**
 * All cases of the corpus.
 */
import { commonJsMore } from './cases/common-js-more.data.mjs';
import { commonJs } from './cases/common-js.data.mjs';
import { dual } from './cases/dual.data.mjs';
import { esmOnly } from './cases/esm-only.data.mjs';
import { madePackages } from './cases/self-made/packages.data.mjs';
import { madePlugins } from './cases/self-made/plugins.data.mjs';
import { casesOf } from './corpus-case.mjs';

/** @type {readonly import('./corpus-case.mjs').CorpusCase[]} */
export const allCases = [
  ...madePackages,
  ...madePlugins,
  ...[...esmOnly, ...commonJs, ...dual, ...commonJsMore].flatMap(casesOf),
];
