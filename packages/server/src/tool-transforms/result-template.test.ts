import { expect, test } from 'vitest';
import { compileTemplate, fillTemplate } from './result-template.js';

test.each([
  ['{{total}} hits for {{ owner.login }}', '2 hits for ada'],
  ['{{#items}}- {{title}} by {{owner.login}}\n{{/items}}', '- One by ada\n- Two by bob\n'],
  ['{{#tags}}#{{.}} {{/tags}}', '#a #b '],
  ['{{#none}}never{{/none}}{{#nothing}}never{{/nothing}}{{#off}}never{{/off}}', ''],
  ['{{#total}}some{{/total}}', 'some'],
  ['{{missing}}|{{owner.missing}}|{{nothing}}', '||'],
  ['{{owner}} {{off}}', '{"login":"ada"} false'],
  ['{ not {{ a placeholder', '{ not {{ a placeholder'],
  ['{{__proto__}}{{constructor}}', ''],
  ['{{written}}', '{{total}}'],
])('%s is filled with the parts of the result', (template, expected) => {
  const result = {
    total: 2,
    owner: { login: 'ada' },
    items: [{ title: 'One' }, { title: 'Two', owner: { login: 'bob' } }],
    tags: ['a', 'b'],
    none: [],
    nothing: null,
    off: false,
    written: '{{total}}',
  };

  expect(fillTemplate(compileTemplate(template), result)).toBe(expected);
});

test.each(['{{#a}}', '{{/a}}', '{{#a}}{{/b}}', '{{#a}}{{#b}}{{/a}}{{/b}}'])('%s lacks a counterpart', (template) => {
  expect(() => compileTemplate(template)).toThrow('has no counterpart');
});
