/**
 * Faulty parameters. A mark stands where each diagnostic must point.
 */
import { type Fault, inClass, toolTaking } from './fault.test-support.js';

export const parametersFaults: readonly Fault[] = [
  [
    'SIGIL030',
    'a rest parameter of a prompt',
    inClass(`@Prompt() run(.../*^*/x: string[]): string { return x.join(); }`),
  ],
  [
    'SIGIL030',
    'a rest parameter of a template',
    inClass(`@Resource('a://{x}') run(.../*^*/x: string[]): string { return x.join(); }`),
  ],
  ['SIGIL031', 'a name that is spread over another', toolTaking('a: string, { /*^*/a: b }: { a: string }')],
  ['SIGIL032', 'a destructured rest parameter', toolTaking('.../*^*/[a]: string[]')],
  ['SIGIL032', 'a destructured array', toolTaking('/*^*/[a]: string[]')],
  ['SIGIL032', 'a destructured union', toolTaking('/*^*/{ a }: { a: string } | { a: number; b: string }')],
  ['SIGIL032', 'a destructured index signature', toolTaking('/*^*/{ a }: Record<string, string>')],
  ['SIGIL032', 'a default for a whole with required members', toolTaking(`/*^*/{ a }: { a: string } = { a: 'x' }`)],
  [
    'SIGIL033',
    'an object as the argument of a prompt',
    inClass(`@Prompt() run(/*^*/a: { b: string }): string { return a.b; }`),
  ],
  [
    'SIGIL033',
    'null in a template',
    inClass(`@Resource('a://{b}') run(/*^*/b: 'x' | null): string { return String(b); }`),
  ],
  ['SIGIL033', 'any JSON in a prompt', inClass(`@Prompt() run(/*^*/a: unknown): string { return String(a); }`)],
  [
    'SIGIL034',
    'a configuration that is a string',
    inClass(`constructor(private readonly /*^*/url: string) {}\n  @Tool() run(): string { return this.url; }`),
  ],
  [
    'SIGIL034',
    'a configuration that is a list',
    inClass(`constructor(readonly /*^*/urls: string[]) {}\n  @Tool() run(): string { return ''; }`),
  ],
  [
    'SIGIL034',
    'a configuration that is a function',
    inClass(
      `constructor(readonly /*^*/clock: () => Date = () => new Date()) {}\n  @Tool() run(): string { return ''; }`,
    ),
  ],
  [
    'SIGIL034',
    'a configuration that is a Date',
    inClass(`constructor(readonly /*^*/since: Date) {}\n  @Tool() run(): string { return ''; }`),
  ],
  [
    'SIGIL034',
    'a configuration of one of two kinds',
    inClass(
      `constructor(readonly /*^*/config: { a: string } | { b: string }) {}\n  @Tool() run(): string { return ''; }`,
    ),
  ],
  [
    'SIGIL034',
    'a configuration that is anything',
    inClass(`constructor(readonly /*^*/config: any) {}\n  @Tool() run(): string { return ''; }`),
  ],
  [
    'SIGIL034',
    'a second parameter',
    inClass(
      `constructor(readonly config: { a: string }, readonly /*^*/other: { b: string }) {}\n  @Tool() run(): string { return ''; }`,
    ),
  ],
  [
    'SIGIL034',
    'a destructured list',
    inClass(`constructor(/*^*/[first]: string[]) { void first; }\n  @Tool() run(): string { return ''; }`),
  ],
  [
    'SIGIL034',
    'an inherited constructor',
    `class Base { constructor(readonly /*^*/url: string) {} }\nexport class Plugin extends Base { @Tool() run(): string { return ''; } }`,
  ],
  [
    'SIGIL034',
    'overloads of a constructor',
    `export class /*^*/Plugin {\n  constructor(config: { a: string });\n  constructor(config: { b: string });\n  constructor(readonly config: object) {}\n  @Tool() run(): string { return ''; }\n}\n`,
  ],
  [
    'SIGIL042',
    'a function in the configuration',
    inClass(
      `constructor(readonly config: { /*^*/log: (line: string) => void }) {}\n  @Tool() run(): string { return ''; }`,
    ),
  ],
  [
    'SIGIL046',
    'a type parameter as configuration',
    `export class Plugin<C> { constructor(readonly /*^*/config: C) {} @Tool() run(): string { return ''; } }`,
  ],
  [
    'SIGIL070',
    'a constraint on the configuration',
    `export class Plugin {\n  /** @param config.a it /*^*/@minimum 1 */\n  constructor(readonly config: { a: string }) {}\n  @Tool() run(): string { return ''; }\n}\n`,
  ],
  [
    'SIGIL071',
    'a default in the configuration',
    inClass(
      `constructor({ a = /*^*/'x' }: { /** @minLength 2 */ a?: string }) { void a; }\n  @Tool() run(): string { return ''; }`,
    ),
  ],
];
