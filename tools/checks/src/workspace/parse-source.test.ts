import { expect, test } from 'vitest';
import { importsOf } from './parse-source.ts';

test('imports of every form are found, with their lines', () => {
  const text = [
    `import { a } from './a.js';`,
    `import type { B } from './b.js';`,
    `export { c } from './c.js';`,
    `export type D = import('./d.js').D;`,
    `const e = await import('./e.js');`,
    `import './f.js';`,
  ].join('\n');

  expect(importsOf({ path: 'x.ts', text })).toEqual([
    { specifier: './a.js', line: 1 },
    { specifier: './b.js', line: 2 },
    { specifier: './c.js', line: 3 },
    { specifier: './d.js', line: 4 },
    { specifier: './e.js', line: 5 },
    { specifier: './f.js', line: 6 },
  ]);
});

test('an import in a comment or a string is ignored', () => {
  const text = `// import './a.js'\nconst text = "import './b.js'";`;

  expect(importsOf({ path: 'x.ts', text })).toEqual([]);
});

test('a regular expression and the declaration of a module are not imports', () => {
  const texts = [`const names = /from "(.+)"/.exec(text);`, `declare module 'vitest' {\n  interface Context {}\n}`];

  expect(texts.map((text) => importsOf({ path: 'x.ts', text }))).toEqual([[], []]);
});
