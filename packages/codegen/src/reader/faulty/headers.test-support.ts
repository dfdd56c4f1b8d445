/**
 * Headers that clients could not send. A mark stands where each diagnostic must point.
 */
import { type Fault, documented, inClass, toolTaking } from './fault.test-support.js';

export const headersFaults: readonly Fault[] = [
  ['SIGIL074', 'a header of a number', documented('@param x the x /*^*/@header A', 'x: number')],
  ['SIGIL074', 'a header of literals that are numbers', documented('@param x the x /*^*/@header A', 'x: 1 | 2')],
  ['SIGIL074', 'a header of literals of two kinds', documented('@param x the x /*^*/@header A', "x: 'a' | 1")],
  ['SIGIL074', 'a header of what may be null', documented('@param x the x /*^*/@header A', 'x: string | null')],
  ['SIGIL074', 'a header of a literal that may be null', documented('@param x the x /*^*/@header A', "x: 'a' | null")],
  ['SIGIL074', 'a header of an object', documented('@param x the x /*^*/@header A', 'x: { a: string }')],
  ['SIGIL074', 'a header of any JSON', documented('@param x the x /*^*/@header A', 'x: unknown')],
  ['SIGIL074', 'a header of a rest parameter', documented('@param x the x /*^*/@header A', '...x: string[]')],
  ['SIGIL074', 'a header in an array', toolTaking('x: { a: { /** /*^*/@header A */ b: string }[] }')],
  ['SIGIL074', 'a header in a tuple', toolTaking('x: [string, { /** /*^*/@header A */ b: string }]')],
  ['SIGIL074', 'a header in the rest of a tuple', toolTaking('x: [string, ...{ /** /*^*/@header A */ b: string }[]]')],
  ['SIGIL074', 'a header in a union', toolTaking('x: { a: { /** /*^*/@header A */ b: string } | string }')],
  ['SIGIL074', 'a header in a record', toolTaking('x: Record<string, { /** /*^*/@header A */ b: string }>')],
  ['SIGIL074', 'a header in a prompt', inClass(`@Prompt() run(/** /*^*/@header A */ x: string): string { return x; }`)],
  [
    'SIGIL074',
    'a header in a template',
    inClass(`@Resource('a://{x}') run(/** /*^*/@header A */ x: string): string { return x; }`),
  ],
  [
    'SIGIL074',
    'a header of a result',
    documented('@returns how many /*^*/@header A', 'x: string').replace('): string', '): number').replace("''", '1'),
  ],
  [
    'SIGIL075',
    'one header for two inputs',
    toolTaking('/** @header Region */ a: string, b: { /** /*^*/@header region */ c: string }'),
  ],
  [
    'SIGIL074',
    'a header in a type that contains itself',
    toolTaking('x: Tree', 'interface Tree { /** /*^*/@header A */ a: string; inner?: Tree }'),
  ],
  ['SIGIL074', 'a header in a Map', toolTaking('x: Map<string, { /** /*^*/@header A */ b: string }>')],
  ['SIGIL074', 'a header in a Set', toolTaking('x: Set<{ /** /*^*/@header A */ b: string }>')],
  ['SIGIL074', 'a header of a Map', documented('@param x the x /*^*/@header A', 'x: Map<string, string>')],
  [
    'SIGIL075',
    'a type with a header that is used twice',
    toolTaking('x: Box, y: Box', 'interface Box { /** /*^*/@header A */ a: string }'),
  ],
];
