/**
 * Faulty classes, methods and decorators. A mark stands where each diagnostic must point.
 */
import { type Fault, inClass, toolTaking } from './fault.test-support.js';

export const classesFaults: readonly Fault[] = [
  ['SIGIL001', 'a type error', toolTaking('/*^*/x: string = 5')],
  ['SIGIL001', 'a syntax error', 'export const a = /*^*/;'],
  ['SIGIL010', 'a class that is not exported', `class /*^*/Hidden { @Tool() run(): string { return ''; } }`],
  [
    'SIGIL010',
    'a class in a namespace',
    `export namespace Inner { export class /*^*/Hidden { @Tool() run(): string { return ''; } } }`,
  ],
  [
    'SIGIL010',
    'a class that only an instance of is exported',
    `class /*^*/Hidden { @Tool() run(): string { return ''; } }\nexport const hidden = new Hidden();`,
  ],
  [
    'SIGIL010',
    'a class that is made in a function and not returned',
    `export function make(): void { class /*^*/Hidden { @Tool() run(): string { return ''; } } new Hidden(); }`,
  ],
  [
    'SIGIL010',
    'an abstract class that nothing extends',
    `export abstract class /*^*/Base { @Tool() run(): string { return ''; } }`,
  ],
  ['SIGIL011', 'a private method', inClass(`@Tool() private /*^*/run(): string { return ''; }`)],
  ['SIGIL011', 'a protected method', inClass(`@Tool() protected /*^*/run(): string { return ''; }`)],
  ['SIGIL012', 'a static method', inClass(`@Tool() static /*^*/run(): string { return ''; }`)],
  ['SIGIL013', 'a symbol-named method', inClass(`@Tool() /*^*/[Symbol.iterator](): string { return ''; }`)],
  [
    'SIGIL014',
    'a property that overrides a method',
    `class Base { @Tool() run(): string { return ''; } }\nexport class Plugin extends Base { override /*^*/run = (): string => ''; }`,
  ],
  ['SIGIL014', 'a getter', inClass(`@Tool() get /*^*/run(): string { return ''; }`)],
  [
    'SIGIL015',
    'overloads',
    inClass(
      `run(a: string): string;\n  run(a: number): string;\n  @Tool() /*^*/run(a: string | number): string { return String(a); }`,
    ),
  ],
  ['SIGIL016', 'a generic method', inClass(`@Tool() /*^*/run<T>(a: T): string { return String(a); }`)],
  ['SIGIL017', 'an argument that is computed', inClass(`@Tool({ name: /*^*/String(1) }) run(): string { return ''; }`)],
  [
    'SIGIL017',
    'an argument from a variable that can change',
    inClass(`@Tool({ name: /*^*/name }) run(): string { return ''; }`, `let name = 'a';\nname += 'b';\n`),
  ],
  [
    'SIGIL017',
    'metadata that is computed',
    inClass(`@Tool({ meta: { at: /*^*/Date.now() } }) run(): string { return ''; }`),
  ],
  [
    'SIGIL017',
    'metadata that is infinite',
    inClass(`@Tool({ meta: { at: /*^*/1e400 } }) run(): string { return ''; }`),
  ],
  ['SIGIL018', 'a method that is a tool and a prompt', inClass(`@Tool() /*^*/@Prompt() run(): string { return ''; }`)],
  [
    'SIGIL018',
    'a method that is a prompt and a completion',
    inClass(`@Prompt() /*^*/@Complete('run', 'a') run(a: string): string { return a; }`),
  ],
  ['SIGIL019', 'a class without a name', `/*^*/export default class { @Tool() run(): string { return ''; } }`],
  ['SIGIL020', 'a name with a space', inClass(`@Tool({ /*^*/name: 'a b' }) run(): string { return ''; }`)],
  ['SIGIL020', 'a method name outside of ASCII', inClass(`@Tool() /*^*/größe(): string { return ''; }`)],
  [
    'SIGIL020',
    'a namespace with a dot',
    `@Namespace(/*^*/'a.b')\nexport class Plugin { @Tool() run(): string { return ''; } }`,
  ],
  [
    'SIGIL020',
    'a name that is too long with its namespace',
    `@Namespace('${'n'.repeat(40)}')\nexport class Plugin { @Tool() /*^*/${'m'.repeat(30)}(): string { return ''; } }`,
  ],
  [
    'SIGIL021',
    'two tools of one name',
    inClass(`@Tool() run(): string { return ''; }\n  @Tool({ name: 'run' }) /*^*/walk(): string { return ''; }`),
  ],
  [
    'SIGIL021',
    'two prompts of one name',
    inClass(`@Prompt() run(): string { return ''; }\n  @Prompt({ name: 'run' }) /*^*/walk(): string { return ''; }`),
  ],
  [
    'SIGIL021',
    'two resources of one URI',
    inClass(`@Resource('a://b') run(): string { return ''; }\n  @Resource('a://b') /*^*/walk(): string { return ''; }`),
  ],
  [
    'SIGIL021',
    'two templates that differ in their names only',
    inClass(
      `@Resource('a://{b}') run(b: string): string { return b; }\n  @Resource('a://{c}') /*^*/walk(c: string): string { return c; }`,
    ),
  ],
  ['SIGIL022', 'a URI without a scheme', inClass(`@Resource(/*^*/'stations') run(): string { return ''; }`)],
  ['SIGIL022', 'an open brace', inClass(`@Resource(/*^*/'a://{b') run(): string { return ''; }`)],
  [
    'SIGIL022',
    'an operator that templates here do not have',
    inClass(`@Resource(/*^*/'a://x{#q}') run(q: string): string { return q; }`),
  ],
  [
    'SIGIL022',
    'a query before the end',
    inClass(`@Resource(/*^*/'a://x{?q}/y') run(q?: string): string { return q ?? ''; }`),
  ],
  ['SIGIL022', 'a broken escape', inClass(`@Resource(/*^*/'a://100%') run(): string { return ''; }`)],
  [
    'SIGIL021',
    'two templates that differ in their queries only',
    inClass(
      `@Resource('a://{b}{?x}') run(b: string, x?: string): string { return b + (x ?? ''); }\n  @Resource('a://{c}') /*^*/walk(c: string): string { return c; }`,
    ),
  ],
  [
    'SIGIL021',
    'two spellings of one URI',
    inClass(
      `@Resource('a://b/café') run(): string { return ''; }\n  @Resource('A://B/caf%c3%a9') /*^*/walk(): string { return ''; }`,
    ),
  ],
  [
    'SIGIL033',
    'a list in a query',
    inClass(`@Resource('a://x{?q}') run(/*^*/q?: string[]): string { return (q ?? []).join(); }`),
  ],
  ['SIGIL023', 'a variable without a parameter', inClass(`@Resource(/*^*/'a://{b}') run(): string { return ''; }`)],
  [
    'SIGIL023',
    'a parameter without a variable',
    inClass(`@Resource('a://b') run(/*^*/c: string): string { return c; }`),
  ],
  [
    'SIGIL024',
    'a decorator that a helper makes',
    inClass(`/*^*/@Mine() run(): string { return ''; }`, `const Mine = () => /*^*/Tool({ name: 'x' });\n`),
  ],
  [
    'SIGIL024',
    'a decorator that is called by hand',
    `${toolTaking('x: string')}\n/*^*/Tool()(Plugin.prototype, 'walk', {});`,
  ],
  [
    'SIGIL024',
    'a decorator whose type was lost',
    inClass(
      `@Mine() run(): string { return ''; }\n  @Tool() walk(): string { return ''; }`,
      `const Mine: any = /*^*/Tool;\n`,
    ),
  ],
  [
    'SIGIL024',
    'a decorator of a parameter',
    inClass(`@Tool() run(@(/*^*/Tool() as any) x: string): string { return x; }`),
  ],
  [
    'SIGIL024',
    'a decorator out of an object',
    inClass(`@Tool() run(): string { return ''; }`, `const decorators = { /*^*/Tool };\nconsole.log(decorators);\n`),
  ],
  [
    'SIGIL025',
    'an icon that clients do not load',
    inClass(`@Tool({ icons: [{ src: 'data:,a' }, { /*^*/src: 'http://a/b.png' }] }) run(): string { return ''; }`),
  ],
  [
    'SIGIL025',
    'a scope with a space',
    inClass(`@Tool({ scopes: ['orders:read', /*^*/'orders write'] }) run(): string { return ''; }`),
  ],
  [
    'SIGIL025',
    'an icon without a host',
    inClass(`@Prompt({ icons: [{ /*^*/src: 'https://' }] }) run(): string { return ''; }`),
  ],
  [
    'SIGIL025',
    'an icon whose URI has a bad host',
    inClass(`@Prompt({ icons: [{ /*^*/src: 'https://a b/c.png' }] }) run(): string { return ''; }`),
  ],
  [
    'SIGIL025',
    'an icon from a constant',
    inClass(
      `@Resource('a://b', { /*^*/icons }) run(): string { return ''; }`,
      `const icons = [{ src: 'icon.png' }] as const;\n`,
    ),
  ],
  [
    'SIGIL025',
    'options from a constant',
    inClass(
      `@Tool(/*^*/options) run(): string { return ''; }`,
      `const options = { icons: [{ src: 'a' }] } as const;\n`,
    ),
  ],
  [
    'SIGIL025',
    'half a millisecond',
    inClass(`@Resource('a://b', { cache: { /*^*/ttlMs: 0.5, scope: 'private' } }) run(): string { return ''; }`),
  ],
  [
    'SIGIL025',
    'less than no time',
    inClass(`@Resource('a://b', { cache: { /*^*/ttlMs: -1, scope: 'public' } }) run(): string { return ''; }`),
  ],
  [
    'SIGIL025',
    'a key with a space',
    inClass(`@Tool({ meta: { ok: 1, /*^*/'not ok': 2 } }) run(): string { return ''; }`),
  ],
  [
    'SIGIL025',
    'a prefix that begins with a digit',
    inClass(`@Tool({ meta: { /*^*/'1a.b/c': 2 } }) run(): string { return ''; }`),
  ],
  ['SIGIL025', 'resumable without a task', inClass(`@Tool({ /*^*/resumable: true }) run(): string { return ''; }`)],
  [
    'SIGIL025',
    'resumable and not idempotent',
    inClass(`@Tool({ task: 'optional', idempotent: false, /*^*/resumable: true }) run(): string { return ''; }`),
  ],
];
