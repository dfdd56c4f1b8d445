import type { JsonObject } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import type { EvaluatedTool } from './evaluated-tool.js';
import type { EvaluationRuleId } from './evaluation-rules.data.js';
import { findMistakes, subjectOf } from './find-mistakes.js';

interface Sketch extends Partial<EvaluatedTool> {
  readonly inputs?: JsonObject;
}

const text = (description: string): JsonObject => ({ type: 'string', description });
const number = (description: string): JsonObject => ({ type: 'number', description });

/** Descriptions without a word in common. */
const sentences = [
  'Harbour pilots need it before dawn.',
  'Bakers knead dough with patience.',
  'Trains leave every quarter.',
];
let count = 0;

function toolOf(name: string, { inputs = {}, ...sketch }: Sketch = {}): EvaluatedTool {
  return {
    name,
    description: sentences[count++ % sentences.length],
    inputSchema: { type: 'object', properties: inputs },
    ...sketch,
  };
}

const user = { id: text('Number of the account, such as 17') };

describe('a planted mistake is found:', () => {
  test.each<[string, EvaluationRuleId, EvaluatedTool[]]>([
    ['no description', 'no-description', [toolOf('a', { description: '' })]],
    ['only spaces', 'no-description', [toolOf('a', { description: '  ' })]],
    ['the name again', 'repeated-name', [toolOf('get_weather', { description: 'Gets the weather.' })]],
    ['the name in other order', 'repeated-name', [toolOf('invoice-create', { description: 'Create an invoice' })]],
    ['TODO', 'unfinished-text', [toolOf('a', { description: 'TODO: say it' })]],
    ['lorem ipsum', 'unfinished-text', [toolOf('a', { description: 'Lorem ipsum dolor' })]],
    ['an unfinished parameter', 'unfinished-text', [toolOf('a', { inputs: { b: text('FIXME') } })]],
    ['case alone', 'near-names', [toolOf('getUser'), toolOf('get_user')]],
    ['order of words', 'near-names', [toolOf('user_get'), toolOf('get_user')]],
    ['a typo', 'near-names', [toolOf('create_invoice'), toolOf('create_invioce')]],
    ['a lost letter', 'near-names', [toolOf('list_customers'), toolOf('list_custmers')]],
    ['a plural', 'near-names', [toolOf('get_user', { inputs: user }), toolOf('get_users', { inputs: user })]],
    ['two verbs', 'overlapping-tools', [toolOf('get_user', { inputs: user }), toolOf('fetchUser', { inputs: user })]],
    ['two verbs of search', 'overlapping-tools', [toolOf('search_docs'), toolOf('find_docs')]],
    ['two verbs of removal', 'overlapping-tools', [toolOf('file_delete'), toolOf('file_remove')]],
    [
      'one text twice',
      'same-description',
      [toolOf('a', { description: 'Send it.' }), toolOf('b', { description: 'send it' })],
    ],
    [
      'one text with a filler',
      'same-description',
      [
        toolOf('quick', { description: 'Search all documents of the team in the archive.' }),
        toolOf('deep', { description: "Search all of the team's documents in this archive!" }),
      ],
    ],
    [
      'nearly one text',
      'same-description',
      [
        toolOf('quick', { description: 'Search documents, mails and chats of a team for a phrase.' }),
        toolOf('deep', { description: 'Search documents, mails and chats of one team for phrases quickly.' }),
      ],
    ],
    [
      'read-only deletion',
      'contradicting-annotations',
      [toolOf('delete_file', { annotations: { readOnlyHint: true } })],
    ],
    [
      'read-only update in the text',
      'contradicting-annotations',
      [toolOf('account', { description: 'Updates the address.', annotations: { readOnlyHint: true } })],
    ],
    [
      'read-only and destructive',
      'contradicting-annotations',
      [toolOf('a', { annotations: { readOnlyHint: true, destructiveHint: true } })],
    ],
    [
      'destructive read',
      'contradicting-annotations',
      [toolOf('list_files', { annotations: { destructiveHint: true } })],
    ],
    [
      'harmless deletion',
      'contradicting-annotations',
      [toolOf('purge_cache', { annotations: { destructiveHint: false } })],
    ],
    ['a read that deletes', 'contradicting-words', [toolOf('get_draft', { description: 'Deletes a draft.' })]],
    ['a deletion that reads', 'contradicting-words', [toolOf('delete_draft', { description: 'Get the text of it.' })]],
    ['a bare parameter', 'undescribed-parameter', [toolOf('a', { inputs: { place: { type: 'string' } } })]],
    [
      'a parameter named again',
      'repeated-parameter-name',
      [toolOf('a', { inputs: { user_id: text('The user ID.') } })],
    ],
    [
      'two equal parameters',
      'same-parameter-texts',
      [toolOf('a', { inputs: { start: text('A date in ISO form'), end: text('A date in ISO form') } })],
    ],
    [
      'codes',
      'unexplained-values',
      [toolOf('a', { inputs: { kind: { ...text('Kind of the work'), enum: ['t1', 't2'] } } })],
    ],
    [
      'modes',
      'unexplained-values',
      [toolOf('a', { inputs: { mode: { ...text('Way of it'), enum: ['strict', 'loose'] } } })],
    ],
    [
      'constants of a union',
      'unexplained-values',
      [toolOf('a', { inputs: { kind: { description: 'Kind of the work', anyOf: [{ const: 'X' }, { const: 'Q' }] } } })],
    ],
    ['a bare timeout', 'missing-unit', [toolOf('a', { inputs: { timeout: number('Longest time to wait') } })]],
    ['a bare weight', 'missing-unit', [toolOf('a', { inputs: { parcelWeight: number('How heavy the parcel is') } })]],
    ['a bare price', 'missing-unit', [toolOf('a', { inputs: { max_price: number('The most to pay') } })]],
    [
      'an id of two types',
      'differing-types',
      [
        toolOf('a', { inputs: { orderId: text('Key, such as O-1') } }),
        toolOf('b', { inputs: { orderId: number('Number of it') } }),
      ],
    ],
    [
      'a long definition',
      'large-definition',
      [toolOf('a', { description: 'Explains every step of it. '.repeat(250) })],
    ],
    [
      'a large result',
      'large-result',
      [
        toolOf('a', {
          outputSchema: { type: 'object', properties: { b: text('Explains every step of it. '.repeat(300)) } },
        }),
      ],
    ],
  ])('%s', (_mistake, rule, tools) => {
    expect(findMistakes(tools).map((finding) => finding.rule)).toEqual([rule]);
  });
});

describe('no mistake is found in', () => {
  test.each<[string, EvaluatedTool[]]>([
    ['tools that differ in what they do', [toolOf('create_order'), toolOf('delete_order'), toolOf('list_orders')]],
    ['one thing and a list of it', [toolOf('get_order', { inputs: user }), toolOf('get_orders')]],
    ['versions', [toolOf('convert_v1'), toolOf('convert_v2')]],
    ['everyday words that differ in a letter', [toolOf('order_pick'), toolOf('order_pack')]],
    [
      'descriptions that differ in the word of the name',
      [
        toolOf('open_orders', { description: 'List the open orders of a customer with their totals.' }),
        toolOf('closed_orders', { description: 'List the closed orders of a customer with their totals.' }),
      ],
    ],
    ['arithmetic', [toolOf('add_days', { description: 'Adds days to a date.', annotations: { readOnlyHint: true } })]],
    ['a noun that is a verb', [toolOf('post_delete', { description: 'Deletes a post for all readers.' })]],
    ['known values', [toolOf('a', { inputs: { order: { ...text('The order of the rows'), enum: ['asc', 'desc'] } } })]],
    [
      'explained values',
      [
        toolOf('a', {
          inputs: { kind: { ...text('"p1" puts urgent ones first, "p2" new ones'), enum: ['p1', 'p2'] } },
        }),
      ],
    ],
    [
      'a priority',
      [toolOf('a', { inputs: { priority: { ...text('How urgent it is'), enum: ['low', 'normal', 'high'] } } })],
    ],
    ['a unit in the name', [toolOf('a', { inputs: { timeoutMs: number('Longest time to wait') } })]],
    ['a unit in the text', [toolOf('a', { inputs: { distance: number('How far away, in km') } })]],
    ['a short text about todos', [toolOf('check_item', { description: 'Marks a todo done.' })]],
    ['a list of todos', [toolOf('add_todo', { description: 'Puts a todo on the list of the day.' })]],
  ])('%s', (_case, tools) => {
    expect(findMistakes(tools)).toEqual([]);
  });
});

test('a finding names its tools and its parameter', () => {
  const tools = [
    toolOf('a', { inputs: { orderId: text('Key, such as O-1') } }),
    toolOf('b', { inputs: { orderId: number('Number of it') } }),
  ];

  expect(findMistakes(tools).map(subjectOf)).toEqual(['tools "a" and "b", parameter "orderId"']);
});

test('every list has the same findings in the same order each time', () => {
  const tools = [
    toolOf('a', { description: '' }),
    toolOf('b', { inputs: { c: { type: 'string' } }, description: 'TODO' }),
  ];

  expect(findMistakes(tools).map(({ tools: [tool], rule }) => `${tool} ${rule}`)).toEqual([
    'a no-description',
    'b unfinished-text',
    'b undescribed-parameter',
  ]);
});
