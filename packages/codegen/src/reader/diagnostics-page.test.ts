import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { openCases } from './reader-cases.test-support.js';

/** Of the bundler, of builds that are strict, or about files other than a source. */
const isElsewhere = (code: string): boolean =>
  code.startsWith('SIGIL09') || ['SIGIL002', 'SIGIL003', 'SIGIL041', 'SIGIL077'].includes(code);

const page = readFileSync(new URL('../../../../docs/reference/diagnostics.md', import.meta.url), 'utf8');
const sections = page
  .split(/^### /m)
  .slice(1)
  .filter((section) => !isElsewhere(section.slice(0, 8)));
const examples = sections.map((section) => {
  const [faulty = '', fixed = ''] = [...section.matchAll(/^```ts [^\n]*\n([\s\S]*?)^```$/gm)].map(
    (block) => block[1] ?? '',
  );
  return { code: section.slice(0, 8), faulty, fixed };
});

const cases = openCases();
afterAll(() => cases.close());

const surroundings = `
interface User { name: string }
declare const suffix: string;
declare function makeName(): string;
`;

/** Fills in what the page leaves out: bodies, and the class around methods that stand alone. */
function complete(example: string): string {
  const text = example.replaceAll('{ … }', '{ throw new Error(); }');
  const [first = '', second] = text.split('// …\n');
  const isDeclaration = /^(export|class|abstract|const|interface|enum)\b/m.test(text) && second === undefined;
  const [declarations, members] = isDeclaration
    ? [text, undefined]
    : [second === undefined ? '' : first, second ?? first];
  return `${surroundings}${declarations}${members === undefined ? '' : `export class Example {\n${members}}\n`}`;
}

describe.each(examples)('the section of $code', ({ code, faulty, fixed }) => {
  test('has an example that gives this diagnostic', () => {
    expect(new Set(cases.read(complete(faulty)).diagnostics.map((one) => one.code))).toEqual(new Set([code]));
  });

  test('has a fix that gives none', () => {
    expect(cases.read(complete(fixed)).diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([]);
  });
});
