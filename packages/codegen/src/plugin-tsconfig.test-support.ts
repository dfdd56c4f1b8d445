/**
 * The compiler settings of plugins written by tests.
 */

/** Settings like those of authors; `@sigil/core` is read from its sources. */
export const pluginCompilerOptions = {
  strict: true,
  target: 'ES2022',
  module: 'NodeNext',
  experimentalDecorators: true,
  skipLibCheck: true,
  customConditions: ['@sigil/source'],
};
