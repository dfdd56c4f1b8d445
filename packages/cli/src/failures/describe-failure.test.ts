import { expect, test } from 'vitest';
import { CommandError } from './command-error.js';
import { describeFailure } from './describe-failure.js';

const brief = { isVerbose: false };
const full = { isVerbose: true };

test('a command’s own message is shown as it is', () => {
  const error = new CommandError('there is no folder "x"', { cause: new Error('ENOENT') });

  const ofCreate = Object.assign(
    new Error('it cannot be read (EACCES)', { cause: new Error('EACCES: permission denied, open x') }),
    {
      name: 'CreateError',
    },
  );

  expect(describeFailure(error, brief)).toBe('there is no folder "x"');
  expect(describeFailure(ofCreate, brief)).toBe('it cannot be read (EACCES)');
});

test('an unexpected error is shown with its cause and a hint to use --verbose', () => {
  const error = new TypeError('the plugin broke', { cause: new Error('the disk is full') });

  expect(describeFailure(error, brief)).toBe(
    'the plugin broke: the disk is full\n(run it again with --verbose to see where it came from)',
  );
});

test('a cause that the message already names is not said twice', () => {
  const error = new CommandError('outer');
  const wrapped = Object.assign(new Error('cannot listen: port is busy', { cause: new Error('port is busy') }), {
    name: 'ListenError',
  });

  expect(describeFailure(error, brief)).toBe('outer');
  expect(describeFailure(wrapped, brief)).toBe('cannot listen: port is busy');
});

test('verbose output has the stacks of an error and all its causes', () => {
  const error = new CommandError('outer', { cause: new Error('inner', { cause: new Error('innermost') }) });

  const text = describeFailure(error, full);

  expect(text).toMatch(/outer\n +at .*\ncaused by Error: inner\n +at .*\ncaused by Error: innermost\n +at /s);
});

test('an error that is its own cause does not cause an endless loop', () => {
  const error = new Error('loop');
  error.cause = error;

  expect(describeFailure(error, full)).toContain('loop');
});

test('a thrown value that is not an error is shown as text', () => {
  expect(describeFailure('no reason', brief)).toContain('no reason');
});
