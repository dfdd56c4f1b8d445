/**
 * Faults in every kind of place: other files, inherited members, packages, generics. A mark stands where each diagnostic must point.
 */
import { core, type Fault, toolTaking } from './fault.test-support.js';

const using = (type: string, from: string, use = `run(x: ${type}): string { return String(x); }`): string =>
  `${core}import type { ${type.replace(/<.*/, '')} } from '${from}';\nexport class Plugin {\n  @Tool() ${use}\n}\n`;

export const placesFaults: readonly Fault[] = [
  [
    'SIGIL040',
    'a member in another file',
    {
      'src/plugin.ts': using('Box', './box.js'),
      'src/box.ts': 'export interface Box {\n  inside: { /*^*/deep: any };\n}',
    },
  ],
  [
    'SIGIL042',
    'an inherited member in another file',
    {
      'src/plugin.ts': using('Box', './box.js'),
      'src/box.ts': `import type { Base } from './base.js';\nexport interface Box extends Base { a: string }`,
      'src/base.ts': 'export interface Base {\n  b: string;\n  /*^*/close(): void;\n}',
    },
  ],
  [
    'SIGIL070',
    'a tag in another file',
    {
      'src/plugin.ts': using('Box', './box.js'),
      'src/box.ts': 'export interface Box {\n  /**\n   * Inside.\n   * /*^*/@minLength 1\n   */\n  a: number;\n}',
    },
  ],
  [
    'SIGIL072',
    'a tag in another file with other line ends and wide characters',
    {
      'src/plugin.ts': using('Box', './box.js'),
      'src/box.ts': '\uFEFFexport interface Box {\r\n  /** 日本 🙂 /*^*/@minimun 1 */\r\n  größe: number;\r\n}\r\n',
    },
  ],
  [
    'SIGIL040',
    'an inherited method in another file',
    {
      'src/plugin.ts': `import { Base } from './base.js';\nexport class Plugin extends Base {}`,
      'src/base.ts': `${core}export abstract class Base {\n  @Tool() run(/*^*/x: any): string { return String(x); }\n}\n`,
    },
  ],
  [
    'SIGIL020',
    'the name of an inherited method in another file',
    {
      'src/plugin.ts': `import { Base } from './base.js';\nexport class Plugin extends Base {}`,
      'src/base.ts': `${core}export abstract class Base {\n  @Tool() /*^*/größe(): string { return ''; }\n}\n`,
    },
  ],
  [
    'SIGIL021',
    'a tool that another file has too',
    {
      'src/a.ts': `${core}export class A { @Tool() run(): string { return ''; } }`,
      'src/b.ts': `${core}export class B { @Tool() /*^*/run(): string { return ''; } }`,
    },
  ],
  [
    'SIGIL001',
    'a type error in a file that is only imported',
    {
      'src/plugin.ts': `${core}import { text } from './text.js';\nexport class Plugin { @Tool() run(): string { return text; } }`,
      'src/text.ts': `export const /*^*/text: string = 5;`,
    },
  ],
  [
    'SIGIL042',
    'a member of a package, at the member that uses it',
    {
      'src/plugin.ts': `${core}import type { Closable } from 'boxes';\ninterface Query {\n  /*^*/box: Closable;\n}\nexport class Plugin { @Tool() run(x: Query): string { return String(x); } }`,
    },
  ],
  [
    'SIGIL034',
    'a constructor of a package, at the class',
    {
      'src/plugin.ts': `${core}import { Named } from 'boxes';\nexport class /*^*/Plugin extends Named { @Tool() run(): string { return ''; } }`,
    },
  ],
  [
    'SIGIL041',
    'a type of a package whose own import is missing',
    { 'src/plugin.ts': using('Broken', 'boxes', 'run(/*^*/x: Broken): string { return String(x); }') },
  ],
  ['SIGIL040', 'a destructured member', toolTaking('{ a, b }: { a: string; /*^*/b: any }')],
  [
    'SIGIL042',
    'a destructured member that is declared elsewhere',
    toolTaking('{ a }: Box', 'interface Box { a: string; /*^*/close(): void }'),
  ],
  [
    'SIGIL048',
    'the argument of a generic type',
    toolTaking('x: Page<symbol>', 'interface Page<T> { /*^*/items: T[] }'),
  ],
  [
    'SIGIL040',
    'the argument of a generic type in another file',
    {
      'src/plugin.ts': using('Page<any>', './page.js'),
      'src/page.ts': 'export interface Page<T> {\n  total: number;\n  /*^*/first: T;\n}',
    },
  ],
  [
    'SIGIL048',
    'the type argument of a base class',
    `abstract class Store<T> { @Tool() add(/*^*/item: T): string { return String(item); } }\nexport class Plugin extends Store<symbol> {}\n`,
  ],
  ['SIGIL040', 'a picked member', toolTaking("x: Pick<Box, 'b'>", 'interface Box { a: string; /*^*/b: any }')],
  ['SIGIL040', 'a member of a mapped type', toolTaking('x: Partial<Box>', 'interface Box { /*^*/b: any }')],
  ['SIGIL040', 'the value of a record', toolTaking('/*^*/x: Record<string, any>')],
  ['SIGIL040', 'an item of a tuple', toolTaking('/*^*/x: [a: string, b: any]')],
  ['SIGIL048', 'a branch of a union', toolTaking('/*^*/x: string | symbol')],
  ['SIGIL040', 'the items of a Set', toolTaking('/*^*/x: Set<any>')],
  [
    'SIGIL042',
    'a member of an intersection',
    toolTaking('x: A & B', 'interface A { a: string } interface B { /*^*/b(): void }'),
  ],
  [
    'SIGIL040',
    'a member of a type that contains itself',
    toolTaking('x: Tree', 'interface Tree { inner?: Tree; /*^*/a: any }'),
  ],
  [
    'SIGIL040',
    'a member of a result',
    `export class Plugin {\n  @Tool() async run(): Promise<{ a: { /*^*/b: any } }> { throw new Error(); }\n}\n`,
  ],
  ['SIGIL040', 'an inferred result', `export class Plugin {\n  @Tool() /*^*/run() { return JSON.parse('1'); }\n}\n`],
];
