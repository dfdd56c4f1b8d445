/**
 * The compiler settings of plugins that tests write.
 */

/** As authors have them; `@sigil/core` is read from its sources. */
export const pluginCompilerOptions = {
  strict: true,
  target: 'ES2022',
  module: 'NodeNext',
  experimentalDecorators: true,
  skipLibCheck: true,
  customConditions: ['@sigil/source'],
};
