/**
 * Services that cannot be constructed, and state that cannot be carried. A mark stands where each diagnostic must point.
 */
import { core, type Fault } from './fault.test-support.js';

const tool = `@Tool() run(): string { return ''; }`;
const clock = 'interface Clock { now(): Date }\n';

/** Returns a class whose constructor has these parameters, after declarations. */
const taking = (parameters: string, before = ''): string =>
  `${before}export class Plugin {\n  constructor(${parameters}) {}\n  ${tool}\n}\n`;

/** Returns a plugin that needs a clock, and its file of providers. */
const provided = (provide: string, parameters = 'private readonly clock: Clock'): Readonly<Record<string, string>> => ({
  'src/ports.ts': 'export interface Clock { now(): Date }\nexport interface Zoned extends Clock { zone: string }\n',
  'src/provide.ts': `import type { Clock, Zoned } from './ports.js';\n${provide}\n`,
  'src/plugin.ts': `${core}import type { Clock } from './ports.js';\n${taking(parameters)}`,
});

/** Returns a class with state, and this list of carried fields. */
const carrying = (fields: string, members: string): string =>
  `export class Plugin {\n  static readonly carry = ${fields};\n  ${members}\n  ${tool}\n}\n`;

export const servicesFaults: readonly Fault[] = [
  ['SIGIL035', 'an interface that nothing provides', taking('private readonly /*^*/clock: Clock', clock)],
  ['SIGIL035', 'the context of a call', taking('private readonly /*^*/context: Context')],
  [
    'SIGIL035',
    'an abstract class that nothing provides',
    taking('private readonly /*^*/clock: Clock', 'export abstract class Clock { abstract now(): Date }\n'),
  ],
  [
    'SIGIL035',
    'a service of a service',
    taking(
      'readonly a: A',
      `${clock}export class A { constructor(readonly /*^*/clock: Clock) {} read() { return this.clock; } }\n`,
    ),
  ],
  [
    'SIGIL036',
    'two classes that need each other',
    taking(
      'readonly a: A',
      `export class A { constructor(readonly b: B) {} a() { return this.b; } }\nexport class B { constructor(readonly /*^*/a: A) {} b() { return this.a; } }\n`,
    ),
  ],
  ['SIGIL036', 'a class that needs itself', taking('readonly /*^*/self: Plugin')],
  [
    'SIGIL036',
    'a provider that needs what it gives',
    provided('export function clock(/*^*/inner: Clock): Clock { return inner; }'),
  ],
  [
    'SIGIL037',
    'two providers',
    provided(
      'export function a(): Clock { throw 0; }\nexport function b(): Clock { throw 0; }',
      'private readonly /*^*/clock: Clock',
    ),
  ],
  [
    'SIGIL038',
    'an asynchronous provider',
    provided('export async function /*^*/clock(): Promise<Clock> { throw 0; }', ''),
  ],
  [
    'SIGIL038',
    'a provider that may give nothing',
    provided('export const /*^*/clock = (): Clock | undefined => undefined;', ''),
  ],
  ['SIGIL038', 'a provider of text', provided(`export function /*^*/clock(): string { return ''; }`, '')],
  ['SIGIL038', 'a generic provider', provided('export function /*^*/clock<T extends Zoned>(): T { throw 0; }', '')],
  ['SIGIL039', 'a service that is not exported', taking('readonly a: A', 'class /*^*/A { a() { return 1; } }\n')],
  ['SIGIL021', 'a service with the name of a class', provided('export function /*^*/Plugin(): Clock { throw 0; }')],
  [
    'SIGIL034',
    'two configurations beside a service',
    taking('readonly a: A, c: { a: string }, /*^*/d: { b: string }', 'export class A { a() { return 1; } }\n'),
  ],
  ['SIGIL034', 'a provider with a text', provided('export function clock(/*^*/zone: string): Clock { throw zone; }')],
  ['SIGIL082', 'a field that is not there', carrying(`[/*^*/'totl']`, 'total = 0;')],
  ['SIGIL082', 'a private field', carrying(`[/*^*/'total']`, '#total = 0; read() { return this.#total; }')],
  ['SIGIL082', 'a method', carrying(`['total', /*^*/'add']`, 'total = 0; add() { this.total++; }')],
  ['SIGIL082', 'no list', carrying(`/*^*/'total'`, 'total = 0;')],
  ['SIGIL082', 'an empty list', carrying('/*^*/[] as string[]', 'total = 0;')],
  ['SIGIL082', 'a version of text', carrying(`/*^*/{ version: '2', fields: ['total'] }`, 'total = 0;')],
  ['SIGIL017', 'what is known at run time only', carrying(`/*^*/Object.keys({})`, 'total = 0;')],
  ['SIGIL042', 'a function', carrying(`['total']`, '/*^*/total: () => void = () => undefined;')],
  [
    'SIGIL043',
    'an instance',
    carrying(`['total']`, '/*^*/total = new Hidden();') + 'class Hidden { private a = 1; b() { return this.a; } }\n',
  ],
];
