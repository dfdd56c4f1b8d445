/**
 * One written module: what it imports, its names, and its declarations in order.
 */
import { posix } from 'node:path';
import { Names } from '../naming/names.js';
import { lineWidth } from './source-text.js';

export class SourceModule {
  readonly #values = new Map<string, Set<string>>();
  readonly #types = new Map<string, Set<string>>();
  readonly names: Names;
  /** Declarations, each with its comment. */
  readonly declarations: string[] = [];

  /**
   * @param path from the project's folder: `src/stations.ts`
   * @param taken names that no declaration of the module may have
   */
  constructor(
    readonly path: string,
    taken: Iterable<string>,
  ) {
    this.names = new Names(taken);
  }

  importValue(name: string, from: string): void {
    this.#add(this.#values, name, from);
  }

  importType(name: string, from: string): void {
    this.#add(this.#types, name, from);
  }

  /** @returns the whole text, with the imports first */
  write(comment = ''): string {
    const specifiers = [...new Set([...this.#values.keys(), ...this.#types.keys()])].toSorted(byPackageFirst);
    const imports = specifiers.flatMap((from) => this.#importsFrom(from));
    const head = imports.length > 0 ? `${imports.join('\n')}\n\n` : '';
    return `${comment}${head}${this.declarations.join('\n')}`;
  }

  #importsFrom(from: string): string[] {
    const values = this.#values.get(from) ?? new Set<string>();
    const types = [...(this.#types.get(from) ?? [])].filter((name) => !values.has(name));
    if (values.size === 0) return [writeImport('import type', types, from)];
    return [writeImport('import', [...values, ...types.map((name) => `type ${name}`)], from)];
  }

  #add(map: Map<string, Set<string>>, name: string, from: string): void {
    const specifier = from.startsWith('src/') ? this.#relative(from) : from;
    const names = map.get(specifier) ?? new Set<string>();
    map.set(specifier, names.add(name));
  }

  #relative(path: string): string {
    const found = posix.relative(posix.dirname(this.path), path).replace(/\.ts$/, '.js');
    return found.startsWith('.') ? found : `./${found}`;
  }
}

function writeImport(keyword: string, names: readonly string[], from: string): string {
  const sorted = names.toSorted((a, b) => compare(a.replace('type ', ''), b.replace('type ', '')));
  const line = `${keyword} { ${sorted.join(', ')} } from '${from}';`;
  if (line.length <= lineWidth) return line;
  return `${keyword} {\n${sorted.map((name) => `  ${name},\n`).join('')}} from '${from}';`;
}

function byPackageFirst(a: string, b: string): number {
  return Number(a.startsWith('.')) - Number(b.startsWith('.')) || compare(a, b);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
