import { expect, test } from 'vitest';
import type { BuildDiagnostic } from './builder-messages.js';
import { BuildErrors } from './build-errors.js';

const errorIn = (file: string): BuildDiagnostic => ({
  ...{ code: 'SIGIL040', message: 'no type', fix: 'give one', file },
  ...{ line: 3, column: 7, length: 1 },
});
const failed = (...diagnostics: BuildDiagnostic[]): Parameters<BuildErrors['take']>[0] => ({
  ...{ folder: '/plugins/dice', isBuilt: false, diagnostics },
});

test('the errors of a failed build stand until a build has none', () => {
  const errors = new BuildErrors();

  errors.take(failed(errorIn('src/dice.ts'), { ...errorIn('src/dice.ts'), severity: 'warning' }));
  const standing = errors.all;
  errors.take({ folder: '/plugins/dice', isBuilt: true, diagnostics: [] });

  expect(standing).toEqual({ dice: [{ place: 'src/dice.ts:3:7', code: 'SIGIL040', message: 'no type' }] });
  expect(errors.all).toEqual({});
});

test('a file of a linked package is named without the folders above the package', () => {
  const errors = new BuildErrors();

  errors.take(failed(errorIn('../../../home/ada/shared/src/words.ts')));

  expect(errors.all['dice']?.[0]?.place).toBe('shared/src/words.ts:3:7');
});

test('a build that could not run stands too, and the errors of a removed plugin do not', () => {
  const errors = new BuildErrors();

  errors.failed('/plugins/dice', 'the disk is full');
  const standing = errors.all;
  errors.keepOnly(['/plugins/other']);

  expect(standing).toEqual({ dice: [{ message: 'the disk is full' }] });
  expect(errors.all).toEqual({});
});
