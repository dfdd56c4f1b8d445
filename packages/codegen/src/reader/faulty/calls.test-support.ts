/**
 * Schemas and forms that cannot be written. A mark stands where each diagnostic must point.
 */
import { core, type Fault, toolWith } from './fault.test-support.js';

export const callsFaults: readonly Fault[] = [
  ['SIGIL080', 'a schema of nothing', toolWith('/*^*/schemaOf()')],
  ['SIGIL080', 'a form of nothing', toolWith(`await /*^*/context.elicit('Where to?')`)],
  ['SIGIL040', 'a schema of anything', toolWith('schemaOf</*^*/any>()')],
  ['SIGIL042', 'a schema of a function', toolWith('schemaOf<{ /*^*/f(): void }>()')],
  ['SIGIL043', 'a schema of an instance', toolWith('schemaOf</*^*/Box>()', 'class Box { #hidden = 1; }')],
  ['SIGIL044', 'a schema of a promise', toolWith('schemaOf</*^*/Promise<string>>()')],
  ['SIGIL045', 'a schema that grows', toolWith('schemaOf<Grow<1>>()', 'interface Grow<T> { /*^*/inner: Grow<T[]> }')],
  ['SIGIL046', 'a schema of a type parameter', toolWith(`of<string>()`, 'const of = <T>() => schemaOf</*^*/T>();')],
  [
    'SIGIL046',
    'a schema of a list of a type parameter',
    toolWith(`new Store<string>().schema`, 'class Store<T> { schema = schemaOf</*^*/T[]>(); }'),
  ],
  [
    'SIGIL070',
    'a schema with a misplaced tag',
    toolWith('schemaOf<Code>()', '/** /*^*/@minimum 1 */ type Code = string;'),
  ],
  [
    'SIGIL081',
    'a form with members of members',
    toolWith(`await context.elicit</*^*/Trip>('?')`, 'interface Trip { to: { city: string } }'),
  ],
  ['SIGIL081', 'a form with a list of texts', toolWith(`await context.elicit</*^*/{ names: string[] }>('?')`)],
  ['SIGIL081', 'a form with null', toolWith(`await context.elicit</*^*/{ name: string | null }>('?')`)],
  ['SIGIL081', 'a form with a Date', toolWith(`await context.elicit</*^*/{ day: Date }>('?')`)],
  ['SIGIL081', 'a form with one of several kinds', toolWith(`await context.elicit</*^*/{ id: string | number }>('?')`)],
  ['SIGIL081', 'a form with numbers to choose from', toolWith(`await context.elicit</*^*/{ level: 1 | 2 }>('?')`)],
  ['SIGIL081', 'a form with any JSON', toolWith(`await context.elicit</*^*/{ it: unknown }>('?')`)],
  [
    'SIGIL081',
    'a form with a pattern',
    toolWith(`await context.elicit</*^*/{ /** @pattern ^a */ code: string }>('?')`),
  ],
  [
    'SIGIL081',
    'a form with a format of its own',
    toolWith(`await context.elicit</*^*/{ /** @format uuid */ id: string }>('?')`),
  ],
  [
    'SIGIL081',
    'a form with a bound that is not included',
    toolWith(`await context.elicit</*^*/{ /** @exclusiveMinimum 0 */ share: number }>('?')`),
  ],
  ['SIGIL081', 'a form with any number of fields', toolWith(`await context.elicit</*^*/Record<string, string>>('?')`)],
  ['SIGIL081', 'a form that is a list', toolWith(`await context.elicit</*^*/string[]>('?')`)],
  [
    'SIGIL046',
    'a form of a type parameter',
    toolWith(`await ask(context)`, `const ask = <T extends object>(context: Context) => context.elicit</*^*/T>('?');`),
  ],
  [
    'SIGIL040',
    'a schema in a file outside of the classes',
    {
      'src/plugin.ts': `${core}import { schema } from './shared/schema.js';\nexport class Plugin { @Tool() run(): string { return JSON.stringify(schema); } }`,
      'src/shared/schema.ts': `import { schemaOf } from '@sigil/core';\n\nexport const schema = schemaOf<{ /*^*/a: any }>();`,
    },
  ],
];
