/**
 * Collects what modules of NestJS provide besides classes: values, which classes import, and providers, which the build calls.
 */
import type { SourceFile } from 'ts-morph';
import type { MovedText } from '../source/moved-text.js';

/** The path of the values below `src`, without an ending. */
export const valuesModule = 'old-providers/values';
/** The path of the providers; builds read those of files that are named `provide.ts`. */
export const providersModule = 'old-providers/provide';

/** The two files. */
export class ProvidedValues {
  readonly #imports = new Set<string>();
  readonly #declarations = new Set<string>();
  readonly #values = new Map<string, string>();
  readonly #providerImports = new Set<string>();
  readonly #providers = new Map<string, string>();
  readonly #names = new Map<object | string, string>();
  /** Words of the code in the two files. */
  readonly #words = new Set<string>();
  /** Files that the two files import. */
  readonly files = new Set<SourceFile>();
  /** Whether a value stands in for a service that is missing. */
  hasStandIns = false;

  /** Returns the name of a token's value, and whether it is new; `text` is the code beside which it must be free. */
  nameOf(token: object | string, wanted: string, text = ''): { readonly name: string; readonly isNew: boolean } {
    const known = this.#names.get(token);
    if (known !== undefined) return { name: known, isNew: false };
    const words = wanted.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
    const camel = words
      .map((word, index) => {
        const inner = /^[A-Z0-9]+$/.test(word) ? word.toLowerCase() : word;
        return (index === 0 ? inner.charAt(0).toLowerCase() : inner.charAt(0).toUpperCase()) + inner.slice(1);
      })
      .join('');
    const safe = /^[A-Za-z]/.test(camel) ? camel : `value${camel}`;
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) this.#words.add(word);
    const taken = new Set([...this.#names.values(), ...this.#words]);
    let name = safe;
    for (let count = 2; taken.has(name); count++) name = `${safe}${count}`;
    this.#names.set(token, name);
    return { name, isNew: true };
  }

  /** Adds a constant. */
  addValue(name: string, { text, imports, declarations }: MovedText): void {
    for (const one of imports) this.#imports.add(one);
    for (const one of declarations) this.#declarations.add(one);
    this.#values.set(name, `export const ${name} = ${text};\n`);
  }

  /** Adds a function whose result the build provides as its type. */
  addProvider(name: string, text: string, imports: readonly string[]): void {
    for (const one of imports) this.#providerImports.add(one);
    this.#providers.set(name, text);
  }

  /** Writes the files, as pairs of path and text. */
  write(helperImport: readonly string[]): readonly (readonly [path: string, text: string])[] {
    const values = [...this.#values.values()];
    const providers = [...this.#providers.values()];
    const module = (title: string, imports: readonly string[], parts: readonly string[]): string =>
      `/**\n * ${title}\n */\n${[...imports].sort().join('\n')}${imports.length > 0 ? '\n\n' : ''}${parts.join('\n')}`;
    return [
      ...(values.length === 0
        ? []
        : [
            [
              `${valuesModule}.ts`,
              module(
                'The values that modules of the old server provided.',
                [...this.#imports, ...helperImport],
                [...[...this.#declarations].map((one) => `${one}\n`), ...values],
              ),
            ] as const,
          ]),
      ...(providers.length === 0
        ? []
        : [
            [
              `${providersModule}.ts`,
              module('The services that modules of the old server provided.', [...this.#providerImports], providers),
            ] as const,
          ]),
    ];
  }
}
