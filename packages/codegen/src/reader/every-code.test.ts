/**
 * One faulty source for each diagnostic code, with a `§` where the diagnostic must point.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { diagnosticCodes } from '../diagnostics/diagnostic-codes.js';
import { openCases, toolReturning, toolTaking } from './reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const inClass = (members: string, before = ''): string => `${before}export class Plugin {\n  ${members}\n}\n`;
const documented = (comment: string, parameters: string): string =>
  `export class Plugin {\n  /**\n   * Runs.\n   * ${comment}\n   */\n  @Tool()\n  run(${parameters}): string { return ''; }\n}\n`;

const faults: readonly (readonly [code: string, what: string, source: string])[] = [
  ['SIGIL001', 'a type error', toolTaking('§x: string = 5')],
  ['SIGIL001', 'a syntax error', 'export const a = §;'],
  ['SIGIL010', 'a class that is not exported', `class §Hidden { @Tool() run(): string { return ''; } }`],
  [
    'SIGIL010',
    'an abstract class that nothing extends',
    `export abstract class §Base { @Tool() run(): string { return ''; } }`,
  ],
  ['SIGIL011', 'a private method', inClass(`@Tool() private §run(): string { return ''; }`)],
  ['SIGIL011', 'a protected method', inClass(`@Tool() protected §run(): string { return ''; }`)],
  ['SIGIL012', 'a static method', inClass(`@Tool() static §run(): string { return ''; }`)],
  ['SIGIL013', 'a symbol-named method', inClass(`@Tool() §[Symbol.iterator](): string { return ''; }`)],
  ['SIGIL014', 'a getter', inClass(`@Tool() get §run(): string { return ''; }`)],
  [
    'SIGIL015',
    'overloads',
    inClass(
      `run(a: string): string;\n  run(a: number): string;\n  @Tool() §run(a: string | number): string { return String(a); }`,
    ),
  ],
  ['SIGIL016', 'a generic method', inClass(`@Tool() §run<T>(a: T): string { return String(a); }`)],
  ['SIGIL017', 'an argument that is computed', inClass(`@Tool({ name: §String(1) }) run(): string { return ''; }`)],
  [
    'SIGIL017',
    'an argument from a variable that can change',
    inClass(`@Tool({ name: §name }) run(): string { return ''; }`, `let name = 'a';\nname += 'b';\n`),
  ],
  ['SIGIL018', 'a method that is a tool and a prompt', inClass(`@Tool() §@Prompt() run(): string { return ''; }`)],
  ['SIGIL019', 'a class without a name', `§export default class { @Tool() run(): string { return ''; } }`],
  ['SIGIL020', 'a name with a space', inClass(`@Tool({ §name: 'a b' }) run(): string { return ''; }`)],
  ['SIGIL020', 'a method name outside of ASCII', inClass(`@Tool() §größe(): string { return ''; }`)],
  [
    'SIGIL020',
    'a namespace with a dot',
    `@Namespace(§'a.b')\nexport class Plugin { @Tool() run(): string { return ''; } }`,
  ],
  [
    'SIGIL020',
    'a name that is too long with its namespace',
    `@Namespace('${'n'.repeat(40)}')\nexport class Plugin { @Tool() §${'m'.repeat(30)}(): string { return ''; } }`,
  ],
  [
    'SIGIL021',
    'two tools of one name',
    inClass(`@Tool() run(): string { return ''; }\n  @Tool({ name: 'run' }) §walk(): string { return ''; }`),
  ],
  [
    'SIGIL021',
    'two prompts of one name',
    inClass(`@Prompt() run(): string { return ''; }\n  @Prompt({ name: 'run' }) §walk(): string { return ''; }`),
  ],
  [
    'SIGIL021',
    'two resources of one URI',
    inClass(`@Resource('a://b') run(): string { return ''; }\n  @Resource('a://b') §walk(): string { return ''; }`),
  ],
  [
    'SIGIL021',
    'two templates that differ in their names only',
    inClass(
      `@Resource('a://{b}') run(b: string): string { return b; }\n  @Resource('a://{c}') §walk(c: string): string { return c; }`,
    ),
  ],
  ['SIGIL022', 'a URI without a scheme', inClass(`@Resource(§'stations') run(): string { return ''; }`)],
  ['SIGIL022', 'an open brace', inClass(`@Resource(§'a://{b') run(): string { return ''; }`)],
  [
    'SIGIL022',
    'an operator that templates here do not have',
    inClass(`@Resource(§'a://x{?q}') run(q: string): string { return q; }`),
  ],
  ['SIGIL023', 'a variable without a parameter', inClass(`@Resource(§'a://{b}') run(): string { return ''; }`)],
  ['SIGIL023', 'a parameter without a variable', inClass(`@Resource('a://b') run(§c: string): string { return c; }`)],
  [
    'SIGIL024',
    'a decorator that a helper makes',
    inClass(`§@Mine() run(): string { return ''; }`, `const Mine = () => Tool({ name: 'x' });\n`),
  ],
  [
    'SIGIL025',
    'an icon that clients do not load',
    inClass(`@Tool({ icons: [{ src: 'data:,a' }, { §src: 'http://a/b.png' }] }) run(): string { return ''; }`),
  ],
  [
    'SIGIL025',
    'an icon without a host',
    inClass(`@Prompt({ icons: [{ §src: 'https://' }] }) run(): string { return ''; }`),
  ],
  [
    'SIGIL025',
    'an icon whose URI has a bad host',
    inClass(`@Prompt({ icons: [{ §src: 'https://a b/c.png' }] }) run(): string { return ''; }`),
  ],
  [
    'SIGIL025',
    'an icon from a constant',
    inClass(
      `@Resource('a://b', { §icons }) run(): string { return ''; }`,
      `const icons = [{ src: 'icon.png' }] as const;\n`,
    ),
  ],
  [
    'SIGIL025',
    'options from a constant',
    inClass(`@Tool(§options) run(): string { return ''; }`, `const options = { icons: [{ src: 'a' }] } as const;\n`),
  ],
  [
    'SIGIL025',
    'half a millisecond',
    inClass(`@Resource('a://b', { cache: { §ttlMs: 0.5, scope: 'private' } }) run(): string { return ''; }`),
  ],
  [
    'SIGIL025',
    'less than no time',
    inClass(`@Resource('a://b', { cache: { §ttlMs: -1, scope: 'public' } }) run(): string { return ''; }`),
  ],
  ['SIGIL025', 'a key with a space', inClass(`@Tool({ meta: { ok: 1, §'not ok': 2 } }) run(): string { return ''; }`)],
  [
    'SIGIL025',
    'a prefix that begins with a digit',
    inClass(`@Tool({ meta: { §'1a.b/c': 2 } }) run(): string { return ''; }`),
  ],
  [
    'SIGIL017',
    'metadata that is computed',
    inClass(`@Tool({ meta: { at: §Date.now() } }) run(): string { return ''; }`),
  ],
  [
    'SIGIL026',
    'a completion without a text to complete',
    inClass(
      `@Prompt() ask(a: string): string { return a; }\n  @Complete('ask', 'a') §words(): string[] { return []; }`,
    ),
  ],
  [
    'SIGIL027',
    'a completion of nothing',
    inClass(`@Complete(§'ask', 'a') words(value: string): string[] { return [value]; }`),
  ],
  [
    'SIGIL028',
    'two completions of one argument',
    inClass(
      `@Prompt() ask(a: string): string { return a; }\n  @Complete('ask', 'a') one(value: string): string[] { return [value]; }\n  §@Complete('ask', 'a') two(value: string): string[] { return [value]; }`,
    ),
  ],
  [
    'SIGIL018',
    'a method that is a prompt and a completion',
    inClass(`@Prompt() §@Complete('run', 'a') run(a: string): string { return a; }`),
  ],
  ['SIGIL030', 'a rest parameter of a prompt', inClass(`@Prompt() run(...§x: string[]): string { return x.join(); }`)],
  [
    'SIGIL030',
    'a rest parameter of a template',
    inClass(`@Resource('a://{x}') run(...§x: string[]): string { return x.join(); }`),
  ],
  ['SIGIL032', 'a destructured rest parameter', toolTaking('...§[a]: string[]')],
  ['SIGIL031', 'a name that is spread over another', toolTaking('a: string, { §a: b }: { a: string }')],
  ['SIGIL032', 'a destructured array', toolTaking('§[a]: string[]')],
  ['SIGIL032', 'a destructured union', toolTaking('§{ a }: { a: string } | { a: number; b: string }')],
  ['SIGIL032', 'a destructured index signature', toolTaking('§{ a }: Record<string, string>')],
  ['SIGIL032', 'a default for a whole with required members', toolTaking(`§{ a }: { a: string } = { a: 'x' }`)],
  [
    'SIGIL033',
    'an object as the argument of a prompt',
    inClass(`@Prompt() run(§a: { b: string }): string { return a.b; }`),
  ],
  ['SIGIL033', 'null in a template', inClass(`@Resource('a://{b}') run(§b: 'x' | null): string { return String(b); }`)],
  ['SIGIL040', 'any', toolTaking('§x: any')],
  ['SIGIL040', 'any in a member', toolTaking('x: Box', 'interface Box { §inside: any }')],
  ['SIGIL070', 'a minimum of any JSON', toolTaking('x: { /** §@minimum 1 */ a: unknown }')],
  ['SIGIL033', 'any JSON in a prompt', inClass(`@Prompt() run(§a: unknown): string { return String(a); }`)],
  ['SIGIL042', 'a function', toolTaking('§x: () => void')],
  ['SIGIL042', 'a method of an interface', toolTaking('x: Box', 'interface Box { §open(): void }')],
  ['SIGIL043', 'a class with a method', toolTaking('§x: Box', 'class Box { inside = 1; open(): void {} }')],
  ['SIGIL043', 'a class with private state', toolTaking('§x: Box', 'class Box { inside = 1; #hidden = 2 }')],
  [
    'SIGIL043',
    'a toJSON() of several types',
    toolReturning('Box', 'class Box { §toJSON(): string; toJSON(key: string): number; toJSON(): never { throw 1; } }'),
  ],
  ['SIGIL044', 'a Map with keys that are objects', toolTaking('§x: Map<{ a: string }, string>')],
  ['SIGIL044', 'a Blob', toolTaking('x: { §content: Blob }')],
  ['SIGIL044', 'an iterable', toolTaking('§x: Iterable<string>')],
  ['SIGIL044', 'more than an array', toolTaking('§x: L', 'interface L extends Array<string> { tag: string }')],
  ['SIGIL044', 'an extended Map', toolTaking('§x: M', 'class M extends Map<string, string> {}')],
  ['SIGIL045', 'a type that grows', toolTaking('x: Grow<string>', 'interface Grow<T> { §next: Grow<T[]> }')],
  [
    'SIGIL046',
    'a type parameter of the class',
    `export class Plugin<T> { @Tool() run(§x: T): string { return String(x); } }`,
  ],
  ['SIGIL047', 'a mapping of a mapping', toolTaking('§x: Uppercase<Lowercase<string>>')],
  ['SIGIL048', 'a symbol', toolTaking('§x: symbol')],
  ['SIGIL048', 'a bigint literal', toolTaking('§x: 1n')],
  ['SIGIL048', 'never', toolTaking('§x: never')],
  ['SIGIL050', 'a rest element in the middle', toolTaking('§x: [...string[], number]')],
  ['SIGIL051', 'undefined in an array', toolTaking('§x: (string | undefined)[]')],
  ['SIGIL052', 'a mapping as key', toolTaking('§x: { [key: Uppercase<Lowercase<string>>]: string }')],
  ['SIGIL053', 'an intersection with an array', toolTaking('§x: string[] & { tag: string }')],
  ['SIGIL054', 'a computed enum', toolTaking('§x: E', `enum E { A = 1, B = Math.random() }`)],
  ['SIGIL054', 'an infinite enum member', toolTaking('§x: E', 'enum E { A = 1, B = 1e999 }')],
  ['SIGIL060', 'a stream', toolReturning('§ReadableStream<string>')],
  [
    'SIGIL060',
    'a prompt that is a generator',
    inClass(`@Prompt() async *run(): §AsyncGenerator<string> { yield ''; }`),
  ],
  [
    'SIGIL060',
    'a resource that is a generator',
    inClass(`@Resource('a://b') *run(): §Generator<string> { yield ''; }`),
  ],
  ['SIGIL061', 'a prompt that returns a number', inClass(`@Prompt() run(): §number { return 1; }`)],
  ['SIGIL062', 'a result that may be missing', toolReturning('§{ a: string } | undefined')],
  ['SIGIL063', 'content or data', toolReturning('§TextContent | { a: string }')],
  ['SIGIL070', 'a minimum for a string', documented('@param x §@minimum 1', 'x: string')],
  [
    'SIGIL070',
    'a constraint on the method',
    `export class Plugin {\n  /** Runs. §@minimum 1 */\n  @Tool()\n  run(): string { return ''; }\n}\n`,
  ],
  ['SIGIL071', 'a minimum that is no number', documented('@param x §@minimum one', 'x: number')],
  ['SIGIL071', 'a pattern that does not compile', documented('@param x §@pattern (', 'x: string')],
  ['SIGIL071', 'a minimum above the maximum', documented('@param x §@minimum 5 @maximum 1', 'x: number')],
  ['SIGIL071', 'a tag that stands twice', documented('@param x @minimum 5 §@minimum 6', 'x: number')],
  ['SIGIL071', 'a default of another type', documented('@param x §@default many', 'x?: number')],
  ['SIGIL071', 'an initialiser outside of its constraints', documented('@param x @maximum 3', 'x: number = §5')],
  ['SIGIL072', 'a misspelt tag', documented('@param x §@mininum 1', 'x: number')],
  ['SIGIL072', 'a misspelt tag on its own line', documented('§@parm x the x', 'x: number')],
  ['SIGIL071', 'a header without a name', documented('@param x the x §@header', 'x: string')],
  ['SIGIL071', 'a header of two words', documented('@param x the x §@header My Region', 'x: string')],
  ['SIGIL071', 'a header that is no token', documented('@param x the x §@header a:b', 'x: string')],
  ['SIGIL071', 'a second header', documented('@param x the x @header A §@header B', 'x: string')],
  [
    'SIGIL070',
    'a header of a method',
    '/** */\nexport class Plugin {\n  /** Runs. §@header A */\n  @Tool() run(x: string): string { return x; }\n}\n',
  ],
  ['SIGIL074', 'a header of a number', documented('@param x the x §@header A', 'x: number')],
  ['SIGIL074', 'a header of literals that are numbers', documented('@param x the x §@header A', 'x: 1 | 2')],
  ['SIGIL074', 'a header of literals of two kinds', documented('@param x the x §@header A', "x: 'a' | 1")],
  ['SIGIL074', 'a header of what may be null', documented('@param x the x §@header A', 'x: string | null')],
  ['SIGIL074', 'a header of a literal that may be null', documented('@param x the x §@header A', "x: 'a' | null")],
  ['SIGIL074', 'a header of an object', documented('@param x the x §@header A', 'x: { a: string }')],
  ['SIGIL074', 'a header of any JSON', documented('@param x the x §@header A', 'x: unknown')],
  ['SIGIL074', 'a header of a rest parameter', documented('@param x the x §@header A', '...x: string[]')],
  ['SIGIL074', 'a header in an array', toolTaking('x: { a: { /** §@header A */ b: string }[] }')],
  ['SIGIL074', 'a header in a tuple', toolTaking('x: [string, { /** §@header A */ b: string }]')],
  ['SIGIL074', 'a header in the rest of a tuple', toolTaking('x: [string, ...{ /** §@header A */ b: string }[]]')],
  ['SIGIL074', 'a header in a union', toolTaking('x: { a: { /** §@header A */ b: string } | string }')],
  ['SIGIL074', 'a header in a record', toolTaking('x: Record<string, { /** §@header A */ b: string }>')],
  ['SIGIL074', 'a header in a prompt', inClass(`@Prompt() run(/** §@header A */ x: string): string { return x; }`)],
  [
    'SIGIL074',
    'a header in a template',
    inClass(`@Resource('a://{x}') run(/** §@header A */ x: string): string { return x; }`),
  ],
  [
    'SIGIL074',
    'a header of a result',
    documented('@returns how many §@header A', 'x: string').replace('): string', '): number').replace("''", '1'),
  ],
  [
    'SIGIL075',
    'one header for two inputs',
    toolTaking('/** @header Region */ a: string, b: { /** §@header region */ c: string }'),
  ],
  ['SIGIL073', 'a parameter that is not there', documented('§@param citty the city', 'city: string')],
];

test.each(faults)('%s: %s is reported where it stands', (code, _what, source) => {
  const { found, marks } = cases.read(source);

  expect(found).toEqual(marks.map((mark) => `${code} ${mark}`));
});

describe('the table of codes', () => {
  /** Need a folder of their own: their tests are beside the reader of projects. */
  const elsewhere = ['SIGIL002', 'SIGIL003', 'SIGIL041'];
  /** Of the bundler, which reports them itself. */
  const isOfBundler = (code: string): boolean => code.startsWith('SIGIL09');

  test('has a faulty source for every code', () => {
    const covered = new Set([...faults.map(([code]) => code), ...elsewhere]);

    expect(Object.keys(diagnosticCodes).filter((code) => !covered.has(code) && !isOfBundler(code))).toEqual([]);
  });

  test('gives every diagnostic a fix', () => {
    const { diagnostics } = cases.read(toolTaking('x: any, y: Blob'));

    expect(diagnostics.map((one) => one.fix)).toEqual([
      'Say which values are meant, for example `string` or an interface; `unknown` takes any JSON.',
      'Use Uint8Array, which travels as base64.',
    ]);
  });
});
