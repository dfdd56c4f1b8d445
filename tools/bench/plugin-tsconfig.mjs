/**
 * The compiler settings of the benchmarks' plugins, which match those of authors.
 */
export const compilerOptions = {
  strict: true,
  target: 'ES2022',
  lib: ['ES2022'],
  types: [],
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  experimentalDecorators: true,
  skipLibCheck: true,
  noEmit: true,
};

/** The text of such a plugin's tsconfig.json. */
export const tsconfigText = JSON.stringify({ compilerOptions, include: ['src'] }, undefined, 2);
