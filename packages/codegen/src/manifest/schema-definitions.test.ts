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
  test('is written in its place when it is used once, and what the use says wins', () => {
    const schema = writeArgumentsSchema([member('a', use(item, 'The first.'))]);

    expect(schema['properties']).toEqual({ a: { ...itemSchema, description: 'The first.' } });
    expect(schema).not.toHaveProperty('$defs');
  });

  test('is defined when it is used twice, with what each use says beside the reference', () => {
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

  test('counts once inside a type that is itself used twice', () => {
    const box = define('Box', { kind: 'object', properties: [member('item', use(item))] });

    const { $defs } = writeArgumentsSchema([member('a', use(box)), member('b', use(box))]) as { $defs: object };

    expect(Object.keys($defs)).toEqual(['Box']);
  });

  test('is open in results and closed in arguments', () => {
    const pair: SchemaNode = { kind: 'tuple', items: [use(item), use(item)], required: 2 };

    expect(JSON.stringify(writeInputSchema(pair)['$defs'])).toContain('"additionalProperties":false');
    expect(JSON.stringify(writeOutputSchema(pair)['$defs'])).not.toContain('additionalProperties');
  });

  test('is joined with null like any other', () => {
    const nullable = (node: SchemaNode): SchemaNode => ({ kind: 'union', members: [node, { kind: 'null' }] });
    const size = define('Size', { kind: 'string', minLength: 1 });

    const once = writeArgumentsSchema([member('a', nullable(use(size)))]);
    const twice = writeArgumentsSchema([member('a', nullable(use(size))), member('b', use(size))]);

    expect(once['properties']).toEqual({ a: { type: ['string', 'null'], minLength: 1 } });
    expect(twice['properties']).toMatchObject({ a: { anyOf: [{ $ref: '#/$defs/Size' }, { type: 'null' }] } });
  });
});

describe('names', () => {
  const other = define('Item', { kind: 'object', properties: [member('size', { kind: 'number' })] });
  const copy = define('Item', { ...itemNode });

  test('of different types are numbered in order of first use', () => {
    const schema = writeArgumentsSchema(
      [other, item, other, item].map((definition, index) => member(`p${index}`, use(definition))),
    );

    expect(Object.values(schema['properties'] as object)).toEqual([
      ...[{ $ref: '#/$defs/Item' }, { $ref: '#/$defs/Item_2' }, { $ref: '#/$defs/Item' }, { $ref: '#/$defs/Item_2' }],
    ]);
    expect(schema['$defs']).toMatchObject({ Item: { required: ['size'] }, Item_2: { required: ['id'] } });
  });

  test('that are numbered already are passed over', () => {
    const second = define('Item_2', { kind: 'object', properties: [member('x', text)] });
    const used = [item, second, other];

    const { $defs } = writeArgumentsSchema([...used, ...used].map((one, index) => member(`p${index}`, use(one))));

    expect(Object.keys($defs as object)).toEqual(['Item', 'Item_2', 'Item_3']);
  });

  test('of types with equal content are one', () => {
    const schema = writeArgumentsSchema([member('a', use(item)), member('b', use(copy))]);

    expect(schema['properties']).toEqual({ a: { $ref: '#/$defs/Item' }, b: { $ref: '#/$defs/Item' } });
    expect(schema['$defs']).toEqual({ Item: itemSchema });
  });

  test('of types that contain themselves are one when nothing tells them apart', () => {
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

describe('a type that contains itself', () => {
  test('is defined, and written whole at the root, so that its type can be seen there', () => {
    expect(writeOutputSchema(use(tree, 'All of it.'))).toEqual({
      ...treeSchema,
      description: 'All of it.',
      $defs: { Tree: treeSchema },
    });
  });

  test('is defined where it is used, however deep', () => {
    const schema = writeOutputSchema({ kind: 'object', properties: [member('tree', use(tree))] });

    expect(schema['properties']).toEqual({ tree: { $ref: '#/$defs/Tree' } });
    expect(schema['$defs']).toEqual({ Tree: treeSchema });
  });

  test('is defined with those that it contains itself through', () => {
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
