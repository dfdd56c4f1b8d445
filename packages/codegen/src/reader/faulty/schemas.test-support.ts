/**
 * Tools whose schemas cannot be used. A mark stands where each diagnostic must point.
 */
import type { Fault } from './fault.test-support.js';

/** A schema of Standard Schema, written by hand; `described` is its JSON Schema. */
function schema(described: string, vendor = 'own'): string {
  return `interface Order { id: string }
const S = {
  '~standard': {
    version: 1 as const,
    vendor: '${vendor}',
    validate: (value: unknown) => ({ value: value as Order }),
    types: undefined as { input: Order; output: Order } | undefined,
    jsonSchema: { input: () => (${described}), output: () => (${described}) },
  },
};
`;
}

const order = `{ type: 'object', properties: { id: { type: 'string' } } }`;

function tool(options: string, method: string): string {
  return `export class Shop {\n  @Tool({ ${options} })\n  ${method}\n}\n`;
}

const place = `place(order: Order): string { return order.id; }`;

export const schemasFaults: readonly Fault[] = [
  [
    'SIGIL120',
    'a schema whose module throws',
    `${schema(order)}const T = fail();\nfunction fail(): typeof S { throw /*^*/new Error('boom'); }\n${tool('input: T', place)}`,
  ],
  [
    'SIGIL120',
    'a schema that reads a variable',
    `${schema(order)}declare const process: { env: Record<string, string> };\nconst T = process./*^*/env['HOME'] === '' ? S : S;\n${tool('input: T', place)}`,
  ],
  [
    'SIGIL120',
    'a schema that depends on chance',
    schema(`{ type: 'object', maxProperties: Math.random() }`) + tool('input: /*^*/S', place),
  ],
  ['SIGIL121', 'a schema of a text', schema(`{ type: 'string' }`) + tool('input: /*^*/S', place)],
  [
    'SIGIL121',
    'a schema of several kinds',
    schema(`{ anyOf: [{ type: 'object' }, { type: 'null' }] }`) + tool('input: /*^*/S', place),
  ],
  [
    'SIGIL121',
    'a schema without JSON Schema',
    schema(order).replace('jsonSchema', 'other') + tool('input: /*^*/S', place),
  ],
  [
    'SIGIL122',
    'a parameter with another type',
    schema(order) + tool('input: S', 'place(/*^*/order: { id: number }): string { return String(order.id); }'),
  ],
  [
    'SIGIL122',
    'a parameter with more members',
    schema(order) + tool('input: S', 'place(/*^*/order: { id: string; more: string }): string { return order.more; }'),
  ],
  [
    'SIGIL122',
    'a parameter with fewer members',
    schema(order) + tool('input: S', 'place(/*^*/order: {}): string { return String(order); }'),
  ],
  [
    'SIGIL122',
    'a parameter of any type',
    schema(order) + tool('input: S', 'place(/*^*/order: any): string { return String(order); }'),
  ],
  [
    'SIGIL122',
    'a destructured parameter with another type',
    schema(order) + tool('input: S', 'place(/*^*/{ id }: { id: number }): string { return String(id); }'),
  ],
  [
    'SIGIL122',
    'a second parameter',
    schema(order) + tool('input: S', 'place(order: Order, /*^*/more: string): string { return order.id + more; }'),
  ],
  [
    'SIGIL122',
    'parameters in any number',
    schema(order) + tool('input: S', 'place(.../*^*/orders: Order[]): string { return String(orders); }'),
  ],
  [
    'SIGIL122',
    'a result with another type',
    schema(order) + tool('output: S', 'place(): /*^*/{ id: number } { return { id: 1 }; }'),
  ],
  [
    'SIGIL122',
    'a result that is yielded',
    schema(order) + tool('output: S', 'async *place(): /*^*/AsyncGenerator<Order> { yield { id: "" }; }'),
  ],
  [
    'SIGIL062',
    'a result that may be undefined',
    schema(order) + tool('output: S', 'place(): /*^*/Order | undefined { return undefined; }'),
  ],
  ['SIGIL123', 'a schema whose converter is not installed', schema(order, 'valibot') + tool('input: /*^*/S', place)],
  [
    'SIGIL025',
    'a former argument that is none',
    schema(order) + tool(`input: S, formerly: { arguments: { /*^*/no: 'number' } }`, place),
  ],
];

export const schemasNotes: readonly Fault[] = [
  [
    'SIGIL124',
    'a default that is computed anew',
    schema(`{ type: 'object', properties: { id: { type: 'string', default: String(Math.random()) } } }`) +
      tool('input: /*^*/S', place),
  ],
];
