import { describe, expect, test } from 'vitest';
import { findRequestIds } from './find-request-ids.js';

describe('the request ids in an unreadable text', () => {
  test.each([
    ['cut off', '{"jsonrpc":"2.0","id":1,"method":"x","params":{', [1]],
    ['with a comma too many', '{"jsonrpc":"2.0","id":"a","method":"x",}', ['a']],
    ['with its id last', '{"method":"x","params":{"id":5,"a":[{"id":6}]},"id":7,}', [7]],
    ['with an id only within', '{"method":"x","params":{"id":5},', []],
    ['with an id that is a text with quotes', String.raw`{"id":"a\"},\\","method":}`, ['a"},\\']],
    ['with brackets in texts', '{"a":"}]{[","id":3,', [3]],
    ['with an id that is named in a text', String.raw`{"a":"\"id\":9",`, []],
    ['with space around', ' \n{ "id" : 4 , "method" :', [4]],
    ['whose id may have more digits', '{"method":"x","id":12', []],
    ['whose id is no whole number', '{"id":1.5,', []],
    ['whose id is nothing', '{"id":null,', []],
    ['whose id is too large', '{"id":9007199254740993,', []],
    ['that is an answer', '{"jsonrpc":"2.0","id":1,"result":{', []],
    ['that is an answer with an error', '{"error":{"code":1},"id":1,', []],
    ['that has two ids', '{"id":1,"id":2,', [2]],
    ['of a batch', '[{"id":1,"method":"x"},{"method":"y"},{"id":2,"result":1},{"id":3,"params":{"id":4}', [1, 3]],
    ['of a batch in a batch', '[[{"id":1}],{"id":2},', [2]],
    ['that is no message', '"id":1', []],
    ['that is deep', '{"id":8,"params":'.padEnd(100_000, '['), [8]],
    ['that is deep before its id', `{"params":${'['.repeat(500)}${']'.repeat(500)},"id":8}`, [8]],
    ['that is empty', '', []],
  ])('are read from a text %s', (_what, beginning, ids) => {
    expect(findRequestIds({ beginning })).toEqual(ids);
  });

  test('are limited to a thousand', () => {
    expect(findRequestIds({ beginning: `[${'{"id":1},'.repeat(2_000)}` })).toHaveLength(1_000);
  });
});

describe('the id at the end of a text with a missing middle', () => {
  const beginning = '{"method":"tools/call","params":{"name":"echo","arguments":{"text":"xxx';

  test.each([
    ['is the last member', 'xx"}},"jsonrpc":"2.0","id":7}', [7]],
    ['stands before the version', 'xx"}},"id":"a","jsonrpc":"2.0"} ', ['a']],
    ['is within the arguments', 'xx","id":7}},"jsonrpc":"2.0"}', []],
    ['is in a text', String.raw`xx,\"id\":7}"}}`, []],
    ['is cut', '"id":7}', []],
    ['is not there', 'xx"}}}', []],
  ])('%s', (_what, end, ids) => {
    expect(findRequestIds({ beginning, end })).toEqual(ids);
  });

  test('is ignored when the text is an answer', () => {
    expect(findRequestIds({ beginning: '{"result":{"a":"xx', end: 'xx"},"jsonrpc":"2.0","id":7}' })).toEqual([]);
  });

  test('is used only when the beginning has no id', () => {
    expect(findRequestIds({ beginning: '{"id":1,"a":"x', end: 'x","id":2}' })).toEqual([1]);
  });
});
