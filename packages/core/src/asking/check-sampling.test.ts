import { expect, test } from 'vitest';
import type { SamplingContent, SamplingMessage } from '../model/asking.js';
import { checkSampling } from './check-sampling.js';

const text: SamplingContent = { type: 'text', text: 'Hello' };
const use = (id: string): SamplingContent => ({ type: 'tool_use', id, name: 'look', input: {} });
const result = (toolUseId: string): SamplingContent => ({ type: 'tool_result', toolUseId, content: [] });
const user = (content: SamplingMessage['content']): SamplingMessage => ({ role: 'user', content });
const assistant = (content: SamplingMessage['content']): SamplingMessage => ({ role: 'assistant', content });

test.each<[string, readonly SamplingMessage[]]>([
  ['no messages', []],
  ['a text', [user(text)]],
  ['several blocks', [user([text, text]), assistant([text])]],
  ['a use with its result', [user(text), assistant(use('a')), user(result('a'))]],
  ['uses with their results in any order', [assistant([text, use('a'), use('b')]), user([result('b'), result('a')])]],
  ['use after use', [assistant(use('a')), user(result('a')), assistant(use('b')), user(result('b'))]],
])('%s may be sent', (_what, messages) => {
  expect(() => checkSampling(messages)).not.toThrow();
});

// Rules: 155
test.each<[string, readonly SamplingMessage[]]>([
  ['a text before the result', [assistant(use('a')), user([text, result('a')])]],
  ['a text after the result', [assistant(use('a')), user([result('a'), text])]],
])('%s is rejected in a message with tool results', (_what, messages) => {
  expect(() => checkSampling(messages)).toThrow('message 2 holds tool results, so it may hold nothing else');
});

// Rules: 156
test.each<[string, readonly SamplingMessage[], string]>([
  ['a result without a use', [user(result('a'))], 'message 1 must hold one result'],
  ['a result of another use', [assistant(use('a')), user(result('b'))], 'message 2 must hold one result'],
  ['a use without a result', [assistant(use('a')), user(text)], 'message 2 must hold one result'],
  ['one result for two uses', [assistant([use('a'), use('b')]), user(result('a'))], 'message 2 must hold one result'],
  [
    'two results for one use',
    [assistant(use('a')), user([result('a'), result('a')])],
    'message 2 must hold one result',
  ],
  [
    'a result that comes later',
    [assistant(use('a')), assistant(text), user(result('a'))],
    'message 2 must hold one result',
  ],
  ['a use at the end', [user(text), assistant(use('a'))], 'the last message uses tools'],
])('%s is rejected as an unmatched tool use or result', (_what, messages, why) => {
  expect(() => checkSampling(messages)).toThrow(why);
});
