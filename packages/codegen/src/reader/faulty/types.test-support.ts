/**
 * Types without a JSON meaning. A mark stands where each diagnostic must point.
 */
import { type Fault, toolReturning, toolTaking } from './fault.test-support.js';

export const typesFaults: readonly Fault[] = [
  ['SIGIL040', 'any', toolTaking('/*^*/x: any')],
  ['SIGIL040', 'any in a member', toolTaking('x: Box', 'interface Box { /*^*/inside: any }')],
  ['SIGIL042', 'a function', toolTaking('/*^*/x: () => void')],
  ['SIGIL042', 'a method of an interface', toolTaking('x: Box', 'interface Box { /*^*/open(): void }')],
  ['SIGIL043', 'a class with a method', toolTaking('/*^*/x: Box', 'class Box { inside = 1; open(): void {} }')],
  ['SIGIL043', 'a class with private state', toolTaking('/*^*/x: Box', 'class Box { inside = 1; #hidden = 2 }')],
  [
    'SIGIL043',
    'a toJSON() of several types',
    toolReturning(
      'Box',
      'class Box { /*^*/toJSON(): string; toJSON(key: string): number; toJSON(): never { throw 1; } }',
    ),
  ],
  ['SIGIL044', 'a Map with keys that are objects', toolTaking('/*^*/x: Map<{ a: string }, string>')],
  ['SIGIL044', 'a Blob', toolTaking('x: { /*^*/content: Blob }')],
  ['SIGIL044', 'an iterable', toolTaking('/*^*/x: Iterable<string>')],
  ['SIGIL044', 'more than an array', toolTaking('/*^*/x: L', 'interface L extends Array<string> { tag: string }')],
  ['SIGIL044', 'an extended Map', toolTaking('/*^*/x: M', 'class M extends Map<string, string> {}')],
  ['SIGIL045', 'a type that grows', toolTaking('x: Grow<string>', 'interface Grow<T> { /*^*/next: Grow<T[]> }')],
  [
    'SIGIL046',
    'a type parameter of the class',
    `export class Plugin<T> { @Tool() run(/*^*/x: T): string { return String(x); } }`,
  ],
  ['SIGIL047', 'a mapping of a mapping', toolTaking('/*^*/x: Uppercase<Lowercase<string>>')],
  ['SIGIL048', 'a symbol', toolTaking('/*^*/x: symbol')],
  ['SIGIL048', 'a bigint literal', toolTaking('/*^*/x: 1n')],
  ['SIGIL048', 'never', toolTaking('/*^*/x: never')],
  ['SIGIL050', 'a rest element in the middle', toolTaking('/*^*/x: [...string[], number]')],
  ['SIGIL051', 'an array of undefined', toolTaking('/*^*/x: undefined[]')],
  ['SIGIL051', 'undefined as a key', toolTaking('/*^*/x: Map<string | undefined, string>')],
  ['SIGIL052', 'a mapping as key', toolTaking('/*^*/x: { [key: Uppercase<Lowercase<string>>]: string }')],
  ['SIGIL053', 'a text or an object with more members', toolTaking('/*^*/x: (string | { a: 1 }) & { b: 1 }')],
  ['SIGIL053', 'a text or an object of another tag', toolTaking(`/*^*/x: (string | { tag: 'a' }) & { tag: 'b' }`)],
  [
    'SIGIL053',
    'a generic type that distributes',
    toolTaking('/*^*/x: Tagged<boolean | { a: 1 }>', 'type Tagged<T> = T & { tag: 1 };'),
  ],
  ['SIGIL053', 'a text of one length', toolTaking('/*^*/x: string & { length: 1 }')],
  ['SIGIL053', 'a text with one first letter', toolTaking(`/*^*/x: string & { 0: 'a' }`)],
  ['SIGIL053', 'a number that can be called', toolTaking('/*^*/x: number & (() => void)')],
  ['SIGIL053', 'an intersection with an array', toolTaking('/*^*/x: string[] & { tag: string }')],
  [
    'SIGIL055',
    'more members than anybody reads',
    toolTaking(
      'x: { all: Every }',
      "type Grid<N extends 1[]> = N['length'] extends 11 ? 1 : { [K in 'a' | 'b' | 'c']: Grid<[...N, 1]> | K };\ninterface Every { /*^*/grid: Grid<[]> }",
    ),
  ],
  [
    'SIGIL055',
    'more levels than a message may have',
    toolTaking(
      'x: Level0',
      Array.from({ length: 120 }, (_, at) => `interface Level${at} { ${at === 99 ? '/*^*/' : ''}in: Level${at + 1} }`)
        .concat('interface Level120 { end: true }')
        .join('\n'),
    ),
  ],
  ['SIGIL048', 'tags that contradict each other', toolTaking('/*^*/x: Both', "type Both = { of: 'a' } & { of: 'b' };")],
  ['SIGIL054', 'a computed enum', toolTaking('/*^*/x: E', `enum E { A = 1, B = Math.random() }`)],
  ['SIGIL054', 'an infinite enum member', toolTaking('/*^*/x: E', 'enum E { A = 1, B = 1e999 }')],
];
