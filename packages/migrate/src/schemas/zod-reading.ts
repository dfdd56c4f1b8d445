/**
 * One reading of schemas: the names and notices that it collects, and how a schema loses what no type says.
 */
import type { Node, SourceFile } from 'ts-morph';
import { type Shape, textShape } from './shape.js';

/** A place that the reader could not express, for a finding. */
export interface SchemaNotice {
  readonly at: Node;
  readonly construct: string;
  readonly says: string;
  readonly isLoss: boolean;
}

/** One reading: its version of zod, the names that it gave, and the notices. */
export interface ZodReading {
  readonly version: 3 | 4;
  readonly notices: SchemaNotice[];
  /** Names of types by the schema's declaration. */
  readonly names: Map<Node, string>;
  /** Types that were read, by the schema's declaration. */
  readonly shapes: Map<Node, Shape>;
  /** The file whose types are written. */
  readonly file: SourceFile;
  /** Reads the schema of an expression inside the one that is read. */
  readonly read: (node: Node) => Shape;
}

/** A call of a function or a method of zod. */
export interface ZodCall {
  readonly call: Node;
  readonly name: string;
  readonly given: readonly Node[];
}

/** Adds an effect to a type: the old schema keeps running for it. */
export function withEffect(reading: ZodReading, shape: Shape, notice: Omit<SchemaNotice, 'isLoss'>): Shape {
  reading.notices.push({ ...notice, isLoss: true });
  return { ...shape, effects: [...shape.effects, notice.construct] };
}

/** Returns the type of a schema whose source says nothing about it. */
export function unknownSchema(reading: ZodReading, at: Node): Shape {
  // Its own code may accept an absent value.
  return withEffect(
    reading,
    { ...textShape('unknown'), isOptional: true },
    {
      at,
      construct: 'schema',
      says: 'the schema cannot be read from its source',
    },
  );
}

/** Returns a type after a method that no type expresses. */
export function unknownMethod(reading: ZodReading, shape: Shape, { call, name }: ZodCall): Shape {
  return withEffect(reading, shape, { at: call, construct: name, says: 'no type says what it does' });
}
