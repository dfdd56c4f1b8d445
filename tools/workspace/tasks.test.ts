import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { benches, findTask, tasks } from './tasks.mjs';

const every = [...Object.entries(tasks), ...Object.entries(benches)];

test.each(every)('%s names programs that exist', (_name, { builds, programs }) => {
  const paths = [...builds.map((line) => line.split(' ')[0] ?? ''), ...programs].map((path) =>
    path.replace(/\/dist\/.*$/u, ''),
  );

  expect(paths.filter((path) => !existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url))))).toEqual([]);
});

test.each([
  [
    ['--only', 'types', '--rounds', '2'],
    ['--rounds', '2'],
  ],
  [
    ['--rounds', '2', '--only=types'],
    ['--rounds', '2'],
  ],
])('bench %j runs the other benchmark with %j', (given, args) => {
  expect(findTask('bench', given)).toEqual({ task: benches.types, args });
});

test.each([[['--only', 'calls,lists']], [['--only']], [[]], [['--only', 'toString']]])(
  'bench %j compares with rivals',
  (given) => {
    expect(findTask('bench', given)).toEqual({ task: tasks['bench'], args: given });
  },
);

test('an unknown task is refused with the names of the others', () => {
  expect(() => findTask('sok', [])).toThrow('the task must be one of start, fixture,');
});
