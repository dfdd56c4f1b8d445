import { describe, expect, test } from 'vitest';
import type { Definition, PlainNode, Property, SchemaNode } from '../model/schema-node.js';
import { writeArgumentsSchema, writeInputSchema, writeOutputSchema } from './write-schema.js';

const text: SchemaNode = { kind: 'string' };

function member(name: string, node: SchemaNode, isRequired = true): Property {
  return { name, node, isRequired };
}

function define(name: string, node: PlainNode): Definition {
  return { name, isRecursive: false, node };
}

function use(definition: Definition, description?: string): SchemaNode {
  return { kind: 'ref', definition, ...(description ? { documentation: { description } } : {}) };
}

const itemNode: PlainNode = {
  kind: 'object',
  properties: [member('id', text)],
  documentation: { description: 'An item.' },
};
const item = define('Item', itemNode);
const itemSchema = {
  type: 'object',
  properties: { id: { type: 'string' } },
  required: ['id'],
  additionalProperties: false,
  description: 'An item.',
};

/** A recursive type in the reader's form. */
const tree: Definition = {
  name: 'Tree',
  isRecursive: true,
  get node() {
    return {
      kind: 'object',
      properties: [member('inner', { kind: 'array', items: { kind: 'ref', definition: tree } })],
    } as const;
  },
};
const treeSchema = {
  type: 'object',
  properties: { inner: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
  required: ['inner'],
};

describe('a named type', () => {
  test('is inlined when used once, and the description of the use wins', () => {
    const schema = writeArgumentsSchema([member('a', use(item, 'The first.'))]);

    expect(schema['properties']).toEqual({ a: { ...itemSchema, description: 'The first.' } });
    expect(schema).not.toHaveProperty('$defs');
  });

  test('becomes a definition when used twice, with the description of each use beside its reference', () => {
    const schema = writeArgumentsSchema([
      member('a', use(item)),
      member('b', { kind: 'array', items: use(item, 'One.') }),
    ]);

    expect(schema['properties']).toEqual({
      a: { $ref: '#/$defs/Item' },
      b: { type: 'array', items: { $ref: '#/$defs/Item', description: 'One.' } },
    });
    expect(schema['$defs']).toEqual({ Item: itemSchema });
  });

  test('counts as used once inside a type that is used twice', () => {
    const box = define('Box', { kind: 'object', properties: [member('item', use(item))] });

    const { $defs } = writeArgumentsSchema([member('a', use(box)), member('b', use(box))]) as { $defs: object };

    expect(Object.keys($defs)).toEqual(['Box']);
  });

  test('forbids additional properties in arguments and allows them in results', () => {
    const pair: SchemaNode = { kind: 'tuple', items: [use(item), use(item)], required: 2 };

    expect(JSON.stringify(writeInputSchema(pair)['$defs'])).toContain('"additionalProperties":false');
    expect(JSON.stringify(writeOutputSchema(pair)['$defs'])).not.toContain('additionalProperties');
  });

  test('can be made nullable both inlined and referenced', () => {
    const nullable = (node: SchemaNode): SchemaNode => ({ kind: 'union', members: [node, { kind: 'null' }] });
    const size = define('Size', { kind: 'string', minLength: 1 });

    const once = writeArgumentsSchema([member('a', nullable(use(size)))]);
    const twice = writeArgumentsSchema([member('a', nullable(use(size))), member('b', use(size))]);

    expect(once['properties']).toEqual({ a: { type: ['string', 'null'], minLength: 1 } });
    expect(twice['properties']).toMatchObject({ a: { anyOf: [{ $ref: '#/$defs/Size' }, { type: 'null' }] } });
  });
});

describe('names of definitions', () => {
  const other = define('Item', { kind: 'object', properties: [member('size', { kind: 'number' })] });
  const copy = define('Item', { ...itemNode });

  test('are numbered in order of first use when different types share one', () => {
    const schema = writeArgumentsSchema(
      [other, item, other, item].map((definition, index) => member(`p${index}`, use(definition))),
    );

    expect(Object.values(schema['properties'] as object)).toEqual([
      ...[{ $ref: '#/$defs/Item' }, { $ref: '#/$defs/Item_2' }, { $ref: '#/$defs/Item' }, { $ref: '#/$defs/Item_2' }],
    ]);
    expect(schema['$defs']).toMatchObject({ Item: { required: ['size'] }, Item_2: { required: ['id'] } });
  });

  test('skip numbers that are already taken', () => {
    const second = define('Item_2', { kind: 'object', properties: [member('x', text)] });
    const used = [item, second, other];

    const { $defs } = writeArgumentsSchema([...used, ...used].map((one, index) => member(`p${index}`, use(one))));

    expect(Object.keys($defs as object)).toEqual(['Item', 'Item_2', 'Item_3']);
  });

  test('are shared by types with equal content', () => {
    const schema = writeArgumentsSchema([member('a', use(item)), member('b', use(copy))]);

    expect(schema['properties']).toEqual({ a: { $ref: '#/$defs/Item' }, b: { $ref: '#/$defs/Item' } });
    expect(schema['$defs']).toEqual({ Item: itemSchema });
  });

  test('are shared by recursive types with equal content', () => {
    const listOf = (inner: SchemaNode): Definition => {
      const list: Definition = {
        name: 'List',
        isRecursive: true,
        get node() {
          return { kind: 'object', properties: [member('value', inner), member('next', use(list), false)] } as const;
        },
      };
      return list;
    };
    const lists = [listOf(text), listOf(text), listOf({ kind: 'number' })];

    const { $defs } = writeArgumentsSchema(lists.map((list, index) => member(`p${index}`, use(list))));

    expect(Object.keys($defs as object)).toEqual(['List', 'List_2']);
  });
});

describe('a recursive type', () => {
  test('becomes a definition, and is repeated in full at the root', () => {
    expect(writeOutputSchema(use(tree, 'All of it.'))).toEqual({
      ...treeSchema,
      description: 'All of it.',
      $defs: { Tree: treeSchema },
    });
  });

  test('becomes a definition when a member uses it', () => {
    const schema = writeOutputSchema({ kind: 'object', properties: [member('tree', use(tree))] });

    expect(schema['properties']).toEqual({ tree: { $ref: '#/$defs/Tree' } });
    expect(schema['$defs']).toEqual({ Tree: treeSchema });
  });

  test('becomes a definition, as do the other types of its cycle', () => {
    const a: Definition = {
      name: 'A',
      isRecursive: true,
      get node() {
        return { kind: 'object', properties: [member('b', use(b), false)] } as const;
      },
    };
    const b: Definition = {
      name: 'B',
      isRecursive: true,
      get node() {
        return { kind: 'array', items: use(a) } as const;
      },
    };

    expect(writeOutputSchema(use(b))).toEqual({
      type: 'array',
      items: { $ref: '#/$defs/A' },
      $defs: {
        A: { type: 'object', properties: { b: { $ref: '#/$defs/B' } } },
        B: { type: 'array', items: { $ref: '#/$defs/A' } },
      },
    });
  });
});
