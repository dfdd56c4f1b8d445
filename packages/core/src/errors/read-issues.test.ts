import { describe, expect, test } from 'vitest';
import { describeIssues, readIssues } from './read-issues.js';

/** Makes an error as a validator's own class does: with a name and members of its own. */
function errorWith(message: string, members: object): Error {
  return Object.assign(new Error(message), { name: 'ValidationError' }, members);
}

const zodIssues = [
  { code: 'invalid_type', expected: 'string', path: ['city'], message: 'Required' },
  { code: 'too_big', maximum: 14, path: ['days', 0, 'a b'], message: 'Too big' },
];

describe('the issues of', () => {
  test.each<[string, unknown, readonly object[]]>([
    [
      'Zod, whose message is the JSON of them',
      errorWith(JSON.stringify(zodIssues, null, 2), { issues: zodIssues }),
      [
        { path: 'city', message: 'Required' },
        { path: 'days[0]["a b"]', message: 'Too big' },
      ],
    ],
    [
      'Zod, repeated in the message of another error',
      new Error(JSON.stringify(zodIssues.slice(0, 1))),
      [{ path: 'city', message: 'Required' }],
    ],
    [
      'Valibot, whose paths are objects',
      errorWith('a', { issues: [{ kind: 'schema', message: 'a', path: [{ key: 'user' }, { key: 0 }] }] }),
      [{ path: 'user[0]', message: 'a' }],
    ],
    [
      'Standard Schema, thrown as the result itself',
      { issues: [{ message: 'a' }, { message: 'b', path: ['c'] }] },
      [
        { path: '', message: 'a' },
        { path: 'c', message: 'b' },
      ],
    ],
    [
      'Yup, which are errors with paths',
      errorWith('2 errors occurred', {
        errors: ['a', 'b'],
        inner: [errorWith('a', { path: 'user.name' }), errorWith('b', { path: 'tags[1]' })],
      }),
      [
        { path: 'user.name', message: 'a' },
        { path: 'tags[1]', message: 'b' },
      ],
    ],
    [
      'Ajv, whose paths are JSON pointers',
      errorWith('validation failed', { errors: [{ instancePath: '/a~1b/0', message: 'must be string' }] }),
      [{ path: '["a/b"][0]', message: 'must be string' }],
    ],
    [
      'class-validator, thrown as a list',
      [
        { property: 'user', children: [{ property: 'email', constraints: { isEmail: 'email must be an email' } }] },
        { property: 'age', constraints: { min: 'age must not be less than 1', isInt: 'age must be an integer' } },
      ],
      [
        { path: 'user.email', message: 'email must be an email' },
        { path: 'age', message: 'age must not be less than 1' },
        { path: 'age', message: 'age must be an integer' },
      ],
    ],
  ])('%s are read', (_whose, thrown, issues) => {
    expect(readIssues(thrown)).toEqual(issues);
  });

  test.each<[string, object]>([
    ['4', { errors: [[{ path: [], message: 'no text' }], [{ path: ['k'], message: 'no number' }]] }],
    [
      '3',
      {
        unionErrors: [
          { issues: [{ path: [], message: 'no text' }] },
          { issues: [{ path: ['k'], message: 'no number' }] },
        ],
      },
    ],
  ])('a union of Zod %s say what each alternative lacks', (_version, inner) => {
    const error = errorWith('[…]', {
      issues: [{ code: 'invalid_union', path: ['u'], message: 'Invalid input', ...inner }],
    });

    expect(readIssues(error)).toEqual([{ path: 'u', message: 'Invalid input (no text; or "k": no number)' }]);
  });

  test.each<[string, unknown]>([
    ['a plain error', new Error('a')],
    ['an error whose message only begins like JSON', new Error('[{ broken')],
    ['an error with no issue in its list', errorWith('a', { issues: [] })],
    ['an error with something else in its list', errorWith('a', { issues: [{ id: 7 }] })],
    ['several errors in one', new AggregateError([new Error('a')], 'b')],
    [
      'several errors of the system in one',
      errorWith('a', { errors: [errorWith('connect', { code: 'ENOENT', path: '/secret' })] }),
    ],
    ['a list', [1, 2]],
    ['an object whose members throw', Object.defineProperty({}, 'issues', { get: () => expect.unreachable() })],
    ['nothing', undefined],
  ])('%s are not invented', (_what, thrown) => {
    expect(readIssues(thrown)).toBeUndefined();
  });

  test('a validator that recurses without end are cut', () => {
    const issue: { message: string; path: unknown[]; errors?: unknown } = { message: 'm'.repeat(100), path: ['p'] };
    issue.errors = [[issue, issue]];

    expect(
      JSON.stringify(readIssues(errorWith('a', { issues: Array.from({ length: 1000 }, () => issue) }))).length,
    ).toBeLessThan(300_000);
  });
});

test('one issue is one line, several are a list of at most twenty', () => {
  const one = { path: 'city', message: 'Required' };

  expect(describeIssues([one])).toBe('invalid "city": Required');
  expect(describeIssues([{ path: '', message: 'Required' }])).toBe('invalid data: Required');
  expect(describeIssues([one, { path: '', message: 'b' }])).toBe('invalid data:\n- "city": Required\n- b');
  expect(describeIssues([{ path: 'days[0]["c d"]', message: 'x' }])).toBe(`invalid "days[0]['c d']": x`);
  expect(describeIssues([one], 'refused')).toBe('refused: "city": Required');
  expect(
    describeIssues(Array.from({ length: 23 }, () => one))
      .split('\n')
      .slice(-2),
  ).toEqual(['- "city": Required', '- and 3 more']);
});
