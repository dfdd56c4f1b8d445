/**
 * Texts that are not messages, or invalid ones, and the answer to each on every transport that carries one message at a time.
 */
import type { JsonObject, JsonValue } from '@sigil/core';

/** The answer to a text: the call's result, a failure that the model reads, or an error with this code. */
export type HostileOutcome = 'result' | 'tool-error' | number;

/** One text, derived from a valid call of the tool `echo(message: string)`. */
export interface HostileMessage {
  readonly title: string;
  readonly write: (call: JsonObject) => string | Uint8Array;
  readonly outcome: HostileOutcome;
  /** The id that the answer must have; absent where none can be read. */
  readonly id?: JsonValue;
}

/** The id of the corrupted call. */
export const hostileId = 'hostile';

const parseError = -32700;
const invalidRequest = -32600;
const longId = 'x'.repeat(1_025);
const unknownMethod = -32601;
const invalidParams = -32602;

const texts = (outcome: number, list: Readonly<Record<string, string | Uint8Array>>): HostileMessage[] =>
  Object.entries(list).map(([title, text]) => ({ title, write: () => text, outcome }));

/** One row for each value of a member of the call. */
function members(name: string, outcome: HostileOutcome, values: readonly JsonValue[]): HostileMessage[] {
  return values.map((value) => ({
    title: `"${name}" is ${shortOf(value)}`,
    write: (call) => JSON.stringify({ ...call, [name]: value }),
    outcome,
    ...(name === 'id' ? {} : { id: hostileId }),
  }));
}

/** One row for each value of the call's parameters. */
function params(title: string, outcome: HostileOutcome, values: readonly JsonObject[]): HostileMessage[] {
  return values.map((value) => ({
    title: `${title}: ${shortOf(value)}`,
    write: (call) => JSON.stringify({ ...call, params: { ...(call['params'] as JsonObject), ...value } }),
    outcome,
    id: hostileId,
  }));
}

/** One row for each text that replaces the call's arguments. */
function argumentTexts(outcome: HostileOutcome, list: Readonly<Record<string, string>>): HostileMessage[] {
  return Object.entries(list).map(([title, text]) => ({
    title,
    write: (call) => withArguments(call, text),
    outcome,
    id: hostileId,
  }));
}

function withArguments(call: JsonObject, text: string): string {
  const marked = { ...call, params: { ...(call['params'] as JsonObject), arguments: 'ARGUMENTS' } };
  return JSON.stringify(marked).replace('"ARGUMENTS"', () => text);
}

function withIdText(call: JsonObject, text: string): string {
  return JSON.stringify({ ...call, id: 'ID' }).replace('"ID"', () => text);
}

function without(name: string): HostileMessage['write'] {
  return (call) => JSON.stringify(Object.fromEntries(Object.entries(call).filter(([key]) => key !== name)));
}

const shortOf = (value: JsonValue): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 40)}… (${text.length} characters)` : text;
};

const nested = (open: string, close: string, depth: number): string => `${open.repeat(depth)}1${close.repeat(depth)}`;

const notJson = texts(parseError, {
  'an open brace': '{',
  'a closing brace': '}',
  'half a message': '{"jsonrpc":"2.0","method":',
  'single quotes': "{'jsonrpc':'2.0'}",
  'a trailing comma': '{"jsonrpc":"2.0",}',
  'a comment': '{/**/"jsonrpc":"2.0"}',
  'two messages': '{"jsonrpc":"2.0"}{"jsonrpc":"2.0"}',
  NaN: 'NaN',
  Infinity: '{"id":Infinity}',
  'a hexadecimal number': '{"id":0x1}',
  'a word': 'hello',
  'an open array': '[1,2',
  'a NUL': '\u0000',
  'a control character in a text': '{"jsonrpc":"2.\u00010"}',
  'two byte order marks': '\ufeff\ufeff{}',
  'an open text of 100 kB': `"${'x'.repeat(100_000)}`,
  'a byte that UTF-8 has not': Uint8Array.of(0x22, 0xff, 0x22),
  'an overlong NUL': Uint8Array.of(0x22, 0xc0, 0x80, 0x22),
  'half a surrogate in UTF-8': Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22),
  'a character cut short': Uint8Array.of(0x22, 0xe2, 0x82),
});

const noMessages = texts(invalidRequest, {
  null: 'null',
  true: 'true',
  'a number': '42',
  'a number beyond all numbers': '1e400',
  'a text': '"tools/call"',
  'an empty object': '{}',
  'an empty array': '[]',
  'arrays nested 10,000 deep': nested('[', ']', 10_000),
  'objects nested 10,000 deep': nested('{"a":', '}', 10_000),
  'opened 1,000,000 times': '['.repeat(1_000_000),
});

const badEnvelopes: HostileMessage[] = [
  ...members('jsonrpc', invalidRequest, ['1.0', '2', '2.00', '', 2, null, true, ['2.0'], { version: '2.0' }]),
  { title: 'no "jsonrpc"', write: without('jsonrpc'), outcome: invalidRequest, id: hostileId },
  ...members('method', invalidRequest, [5, null, true, {}, ['tools/call']]),
  { title: 'no "method"', write: without('method'), outcome: invalidRequest, id: hostileId },
  ...members('params', invalidRequest, ['echo', 5, true, [], [{}]]),
  ...members('id', invalidRequest, [null, true, false, {}, [], [1], 0.5, 1.5, 2 ** 53, -(2 ** 53), 1e300]),
  { title: '"id" is 1e400', write: (call) => withIdText(call, '1e400'), outcome: invalidRequest },
  { title: '"id" is 1 and then null', write: (call) => withIdText(call, '1,"id":null'), outcome: invalidRequest },
  {
    title: 'arguments nested 10,000 deep',
    write: (call) => withArguments(call, nested('{"message":', '}', 10_000)),
    outcome: invalidRequest,
    id: hostileId,
  },
  {
    title: '"id" one character longer than allowed',
    write: (call) => JSON.stringify({ ...call, id: longId }),
    outcome: invalidRequest,
    id: longId,
  },
  {
    title: 'arguments nested one deeper than allowed',
    write: (call) => withArguments(call, nested('[', ']', 63)),
    outcome: invalidRequest,
    id: hostileId,
  },
];

const goodIds: HostileMessage[] = [
  ...[0, -1, 2 ** 53 - 1, 1 - 2 ** 53, '', ' ', '1', '__proto__', 'constructor', 'x'.repeat(1_024)],
  '\u0000\u2028\ud800',
  '"}],{',
].map((id) => ({
  title: `"id" is ${shortOf(id)}`,
  write: (call) => JSON.stringify({ ...call, id }),
  outcome: 'result',
  id,
}));

const badParams: HostileMessage[] = [
  ...members('method', unknownMethod, ['__proto__', 'constructor', 'toString', 'TOOLS/CALL', 'tools']),
  ...members('method', unknownMethod, ['../tools/call', 'm'.repeat(5_000)]),
  ...params('a bad name', invalidParams, [{ name: 5 }, { name: null }, { name: {} }, { name: ['echo'] }]),
  ...params('an unknown tool', invalidParams, [{ name: '' }, { name: '__proto__' }, { name: 'constructor' }]),
  ...params('an unknown tool', invalidParams, [{ name: 'ECHO' }, { name: 'echo ' }, { name: 'n'.repeat(5_000) }]),
  ...params('bad arguments', invalidParams, [{ arguments: [] }, { arguments: 'message' }, { arguments: 5 }]),
];

const badArguments: HostileMessage[] = [
  ...params('wrong arguments', 'tool-error', [
    { arguments: {} },
    { arguments: { message: 5 } },
    { arguments: { message: null } },
    { arguments: { message: ['hi'] } },
    { arguments: { message: { toString: 'hi' } } },
    { arguments: { message: 'hi', more: 1 } },
    { arguments: { Message: 'hi' } },
    { arguments: { message: 'hi', constructor: { prototype: { polluted: true } } } },
  ]),
  ...argumentTexts('tool-error', {
    '__proto__ among the arguments': '{"message":"hi","__proto__":{"polluted":true}}',
    'arguments that only their prototype has': '{"__proto__":{"message":"hi"}}',
    'a number beyond all numbers': '{"message":1e400}',
    'an argument twice, the last of the wrong type': '{"message":"hi","message":5}',
  }),
  ...argumentTexts('result', {
    'an argument twice, the last of the right type': '{"message":5,"message":"hi"}',
    'brackets within a text': `{"message":"${'[{'.repeat(10_000)}"}`,
    'half a surrogate as an escape': '{"message":"\\ud800"}',
    'a text of 1 MB': `{"message":"${'x'.repeat(1_000_000)}"}`,
    'white space of 100 kB': `{${' '.repeat(100_000)}"message":"hi"}`,
  }),
  {
    title: '__proto__ beside the members of the message',
    write: (call) => JSON.stringify(call).replace('{', '{"__proto__":{"polluted":true},'),
    outcome: 'result',
    id: hostileId,
  },
];

/** The whole table. */
export const hostileMessages: readonly HostileMessage[] = [
  ...notJson,
  ...noMessages,
  ...badEnvelopes,
  ...goodIds,
  ...badParams,
  ...badArguments,
];
