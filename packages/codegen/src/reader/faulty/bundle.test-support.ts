/**
 * Faults that only the bundler can detect, and faults of the project as a whole. A mark stands where each diagnostic must point.
 */
import { caseConfig } from '../reader-cases.test-support.js';
import { core, type Fault } from './fault.test-support.js';

const plugin = `${core}export class Plugin { @Tool() run(): string { return ''; } }\n`;

/** Faults in one shared folder, one after the other. */
export const bundleFaults: readonly Fault[] = [
  [
    'SIGIL090',
    'what a bundle cannot know of its module',
    {
      'src/plugin.ts': `${core}export class Plugin { @Tool() run(x: string): string { return /*^*/import.meta.resolve(x); } }\n`,
    },
  ],
  [
    'SIGIL091',
    'a required module that awaits',
    {
      'src/plugin.ts': `declare function require(id: string): unknown;\n${plugin}export const own = /*^*/require('./own.js');\n`,
      'src/own.ts': 'await Promise.resolve();\nexport {};\n',
    },
  ],
];

/** Faults that each need their own folder and program. */
export const projectFaults: readonly Fault[] = [
  [
    'SIGIL083',
    'schemas by type in an application that a framework compiles',
    {
      'package.json': '{ "name": "app", "version": "1.0.0", "type": "module", "sigil": { "framework": "nestjs" } }',
      'src/plugin.ts': `${core}export const schema = /*^*/schemaOf<{ a: string }>();
export class Plugin {
  constructor(readonly database: { find(): string }) {}
  @Tool() async run(context: Context): Promise<void> { await /*^*/context.elicit<{ city: string }>('Where to?'); }
}
`,
    },
  ],
  [
    'SIGIL002',
    'a configuration that includes nothing',
    { 'src/plugin.ts': plugin, 'tsconfig.json': '/*^*/{ "include": ["sources"] }' },
  ],
  [
    'SIGIL003',
    'a configuration that forgets null',
    { 'src/plugin.ts': plugin, 'tsconfig.json': '/*^*/{ "compilerOptions": { "strict": false } }' },
  ],
  [
    'SIGIL093',
    'a class without published methods',
    {
      'src/plugin.ts': `export class Plugin { run(): string { return ''; } }`,
      'tsconfig.json': `/*^*/${JSON.stringify(caseConfig)}`,
    },
  ],
  [
    'SIGIL078',
    'half of a surrogate pair in a default, an option, a result, a literal and a configuration',
    {
      'src/plugin.ts': `${core.replace('import', '/*^*/import')}export class Plugin {
  constructor(readonly options: { mark: 'half \\ud83d' | 'whole \\ud83d\\ude00' }) {}
  @Tool() run(/*^*/a = '\\ud83d', b = '\\ud83d\\ude00'): string { return a + b; }
  @Tool() pick(/*^*/a: 'x' | '\\ude00'): string { return a; }
  @Prompt({ title: 'half \\ud83d' }) /*^*/ask(): string { return ''; }
  @Resource('a://b', { description: '\\ud83d half' }) /*^*/read(): string { return ''; }
  @Tool() /*^*/give(): { '\\ud83d': string } { throw new Error(); }
}
`,
    },
  ],
  [
    'SIGIL077',
    'properties without a description where they have to have one',
    {
      'src/plugin.ts': `${core}interface Inner { /** The third. */ c: number }
export class Plugin {
  /** @param a the first */
  @Tool() run(a: string, /*^*/b: Inner): string { return a; }
  @Prompt() ask(/*^*/d: string): string { return d; }
  @Tool() /*^*/give(): { e: string } { return { e: '' }; }
}
`,
      'package.json': '{ "name": "case", "type": "module", "sigil": { "strict": true } }',
    },
  ],
  [
    'SIGIL092',
    'a word for strict',
    { 'src/plugin.ts': plugin, 'package.json': '{ "name": "a", "sigil": { /*^*/"strict": 1 } }' },
  ],
  [
    'SIGIL092',
    'a misspelt key',
    { 'src/plugin.ts': plugin, 'package.json': '{ "name": "a", "sigil": { /*^*/"instruction": "Look." } }' },
  ],
  ['SIGIL092', 'a package without a name', { 'src/plugin.ts': plugin, 'package.json': '/*^*/{ "version": "1.0.0" }' }],
];
