import { expect, test } from 'vitest';
import { writeAnnotation } from './github-annotation.js';

test('an annotation has its place, and nothing of its texts ends it', () => {
  expect(writeAnnotation('warning', { title: 'a: b, c', file: 'src/a.ts', line: 3 }, '50 %\nof "it"::error')).toBe(
    '::warning title=a%3A b%2C c,file=src/a.ts,line=3::50 %25%0Aof "it"::error',
  );
});
