import { describe, expect, test } from 'vitest';
import { findRevision, revisions } from './choose-revision.js';
import { needsWrapping, wrapOutputSchema, wrapStructured } from './wrap-structured.js';

const wrapping = ['2025-06-18', '2025-11-25'];
const list = { type: 'array', items: { type: 'string' } };

describe.each(revisions)('$date', (revision) => {
  test('a structured result that is not an object is wrapped only where it must be one', () => {
    expect(needsWrapping(list, revision)).toBe(wrapping.includes(revision.date));
  });

  test('an object is never wrapped', () => {
    expect(needsWrapping({ type: 'object' }, revision)).toBe(false);
  });

  test('a schema without a root type is wrapped only where it must be an object', () => {
    const union = { anyOf: [{ type: 'object' }, { type: 'null' }] };

    expect(needsWrapping(union, revision)).toBe(wrapping.includes(revision.date));
  });
});

describe('a wrapped schema', () => {
  const revision = findRevision('2025-11-25')!;

  test('puts the value into a result member', () => {
    expect(wrapOutputSchema(list, revision)).toEqual({
      type: 'object',
      properties: { result: list },
      required: ['result'],
    });
    expect(JSON.parse(wrapStructured('[1]'))).toEqual({ result: [1] });
  });

  test('keeps its local references pointing at the same places', () => {
    const schema = {
      type: 'array',
      items: { $ref: '#/$defs/Node' },
      $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, root: { $ref: '#' } } } },
    };

    const { properties } = wrapOutputSchema(schema, revision) as { properties: { result: typeof schema } };

    expect(properties.result.items.$ref).toBe('#/properties/result/$defs/Node');
    expect(properties.result.$defs.Node.properties.next.$ref).toBe('#/properties/result/$defs/Node');
    expect(properties.result.$defs.Node.properties.root.$ref).toBe('#/properties/result');
  });

  test.each(['https://example.com/schema', '#anchor', 'other.json#/a'])(
    'leaves the reference %s alone',
    (reference) => {
      const schema = { type: 'array', items: { $ref: reference } };

      expect(wrapOutputSchema(schema, revision)['properties']).toEqual({ result: schema });
    },
  );

  test('keeps a property that is called $ref', () => {
    const schema = { type: 'array', items: { type: 'object', properties: { $ref: { type: 'string' } } } };

    expect(wrapOutputSchema(schema, revision)['properties']).toEqual({ result: schema });
  });

  test('does not change the schema it was given', () => {
    const schema = Object.freeze({ type: 'array', items: Object.freeze({ $ref: '#' }) });

    wrapOutputSchema(schema, revision);

    expect(schema.items.$ref).toBe('#');
  });
});
