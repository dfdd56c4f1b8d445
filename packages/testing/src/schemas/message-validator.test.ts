import { revisions } from '@sigil/core/engine';
import { describe, expect, test } from 'vitest';
import { definitionChecker } from './definition-checker.js';
import { createMessageValidator, type MessageValidator } from './message-validator.js';

const newest = revisions.at(-1)!.date;
const oldest = revisions[0]!.date;
const elicitationSince = revisions.find(({ fields }) => fields.tool.includes('outputSchema'))!.date;

/** Creates a validator that has seen one request with the id 1. */
function validatorAfter(method: string, revisionDate: string): MessageValidator {
  const validator = createMessageValidator(revisionDate);
  validator.noteSent(JSON.stringify({ jsonrpc: '2.0', id: 1, method }));
  return validator;
}

function answer(result: unknown, id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

describe.each(revisions)('$date', ({ date, era, batches }) => {
  const complete = era === 'modern' ? { resultType: 'complete' } : {};

  test('a valid result of the method is accepted', () => {
    const validator = validatorAfter('tools/call', date);

    expect(validator.problemsIn(answer({ ...complete, content: [] }))).toEqual([]);
  });

  test('a result that lacks a member is refused, and the member is named', () => {
    const validator = validatorAfter('tools/call', date);

    const problems = validator.problemsIn(answer({ ...complete, isError: false }));

    expect(problems).toContain("CallToolResult must have required property 'content'");
  });

  test('an answer must repeat the type of its id', () => {
    const validator = validatorAfter('tools/call', date);

    expect(validator.problemsIn(answer({ ...complete, content: [] }, '1'))).toEqual([
      'no request with the id "1" was sent',
    ]);
  });

  test('a notification that servers do not send is refused', () => {
    const validator = createMessageValidator(date);

    expect(validator.problemsIn('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toEqual([
      'a server of this revision sends no notification "notifications/initialized"',
    ]);
  });

  test('a notification is validated by its method', () => {
    const validator = createMessageValidator(date);
    const progress = (params: object) => JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params });

    expect(validator.problemsIn(progress({ progressToken: 'a', progress: 0.5 }))).toEqual([]);
    expect(validator.problemsIn(progress({ progressToken: 'a', progress: null }))).toContain(
      'ProgressNotification.params.progress must be number',
    );
  });

  test('the code of an error must be an integer', () => {
    const validator = validatorAfter('ping', date);

    const problems = validator.problemsIn('{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"no"}}');

    expect(problems.join()).toMatch(/code must be integer/);
  });

  test('a message has exactly one of method, result and error', () => {
    const validator = validatorAfter('ping', date);

    expect(validator.problemsIn('{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"no"}}')).toEqual([
      'a message has exactly one of "method", "result" and "error"',
    ]);
  });

  test.each(['not JSON', '3', '{"jsonrpc":"2.0",\n"method":"ping"}'])('%j is not a message', (text) => {
    expect(createMessageValidator(date).problemsIn(text)).toHaveLength(1);
  });

  test('an array is accepted only in the revision that has batches', () => {
    const validator = validatorAfter('tools/call', date);

    const problems = validator.problemsIn(`[${answer({ ...complete, content: [] })}]`);

    expect(problems).toEqual(batches === 'accepted' ? [] : ['this revision has no batches']);
  });

  test('a request from the server is accepted only in a revision with a handshake', () => {
    const validator = createMessageValidator(date);

    const problems = validator.problemsIn('{"jsonrpc":"2.0","id":"s1","method":"roots/list"}');

    expect(problems).toEqual(era === 'legacy' ? [] : ['a server of this revision sends no request "roots/list"']);
  });
});

test('an error without an id is refused only where the schema requires one', () => {
  const text = '{"jsonrpc":"2.0","error":{"code":-32700,"message":"not JSON"}}';

  expect(createMessageValidator(oldest).problemsIn(text)).toContain("JSONRPCError must have required property 'id'");
  expect(createMessageValidator(newest).problemsIn(text)).toEqual([]);
});

test('an error with the id null is accepted only where the schema requires an id', () => {
  const text = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON"}}';

  expect(createMessageValidator(oldest).problemsIn(text)).toEqual([]);
  expect(createMessageValidator(newest).problemsIn(text)).not.toEqual([]);
});

test('an error of a kind with a schema of its own must match it', () => {
  const validator = validatorAfter('tools/list', newest);
  const error = (data: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32022, message: 'no', data } });

  expect(validator.problemsIn(error({ supported: [newest], requested: 'x' }))).toEqual([]);
  expect(validator.problemsIn(error({}))).not.toEqual([]);
});

test('a question is accepted in place of a result only for methods that may ask', () => {
  const question = answer({ resultType: 'input_required', requestState: 's' });

  expect(validatorAfter('tools/call', newest).problemsIn(question)).toEqual([]);
  expect(validatorAfter('tools/list', newest).problemsIn(question)).not.toEqual([]);
});

test('an incomplete result is not accepted as a question', () => {
  expect(validatorAfter('tools/call', newest).problemsIn(answer({ resultType: 'complete' }))).not.toEqual([]);
});

test('a result type that the revision lacks is refused', () => {
  const problems = validatorAfter('ping', oldest).problemsIn(answer({ resultType: 'complete' }));

  expect(problems).toEqual(['"resultType" "complete" is none of this revision']);
});

test('the published schemas are corrected to allow fractional numbers', () => {
  const accepted = { action: 'accept', content: { amount: 12.5 } };

  expect(definitionChecker(elicitationSince).problemsIn(accepted, 'ElicitResult')).toEqual([]);
  expect(definitionChecker(newest).problemsIn(accepted, 'ElicitResult')).toEqual([]);
  expect(definitionChecker(newest).problemsIn(12.5, 'JSONValue')).toEqual([]);
});

test('an unknown revision has no validator', () => {
  expect(() => createMessageValidator('2024-01-01')).toThrow('no schema is shipped for revision 2024-01-01');
  expect(() => createMessageValidator('../package')).toThrow('is no revision');
});
