import { expect, test } from 'vitest';
import { readToolTerms } from './tool-terms.js';

const object = { type: 'object' } as const;

test('a definition is read into the words of its title, description, parameters, enumerated words and examples', () => {
  const terms = readToolTerms({
    title: 'Refunds',
    description: 'Gives money back. Needs a payment.',
    inputSchema: {
      ...object,
      properties: {
        paymentId: { type: 'string', description: 'the payment', examples: ['pay-abc'] },
        reason: { enum: ['duplicate', 'fraudulent', 3] },
      },
    },
  });

  expect(Object.keys(terms)).toEqual(
    'abc back duplicate fraudulent gives id money pay payment paymentid reason refunds'.split(' '),
  );
});

test('the title and the first sentence weigh more than the rest', () => {
  const terms = readToolTerms({ title: 'Alpha', description: 'Beta. Gamma.', inputSchema: object });

  expect(terms['alpha']).toBeGreaterThan(terms['beta']!);
  expect(terms['beta']).toBeGreaterThan(terms['gamma']!);
});

test("the author's keywords are terms", () => {
  expect(readToolTerms({ inputSchema: object, keywords: ['bill', 'direct debit'] })).toEqual({
    bill: 5,
    debit: 5,
    direct: 5,
  });
});

test('a repeated word has a greatest weight', () => {
  const [one, many] = [4, 400].map((times) =>
    readToolTerms({ description: 'refund '.repeat(times), inputSchema: object }),
  );

  expect(one).toEqual(many);
});

test('schemas within others are read, and their number is limited', () => {
  let nested: object = { type: 'object', properties: { innermost: { type: 'string' } } };
  for (let depth = 0; depth < 1_000; depth++) nested = { anyOf: [nested], properties: { [`p${depth}`]: {} } };
  const inputSchema = { ...object, properties: { list: { items: { $ref: '#/$defs/a' } } }, $defs: { a: nested } };

  const terms = readToolTerms({ inputSchema } as never);

  expect(terms).toHaveProperty('p999');
  expect(terms).not.toHaveProperty('innermost');
});

test.each(['__proto__', 'constructor', 'toString'])('the word %s is a term like any other', (word) => {
  const terms = readToolTerms({ description: word, inputSchema: object });

  expect(Object.values(terms).every((weight) => typeof weight === 'number')).toBe(true);
  expect(Object.keys(terms)).not.toEqual([]);
});

test('schemas of other forms than the expected ones are passed over', () => {
  const inputSchema = { ...object, properties: { a: true, b: { enum: 'x', items: 'y', anyOf: [1, null] } }, $defs: [] };

  expect(Object.keys(readToolTerms({ inputSchema } as never))).toEqual([]);
});

test('members of other types, as a remote server may send them, are passed over', () => {
  expect(readToolTerms({ title: 5, description: {}, inputSchema: null } as never)).toEqual({});
});
