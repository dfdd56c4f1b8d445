/**
 * Determines where a symbol was declared: in @sigil/core, in the language's own library, or elsewhere. It goes by declaration and
 * never by name alone, since authors have their own `Date` and `Context`.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ts } from 'ts-morph';
import { parseJsonFile } from '@sigil/core/building';

/** Answers for one program; caches the package of each folder. */
export interface Origins {
  /** Returns whether it is declared in the package whose package.json is named `@sigil/core`, whether source or built. */
  isFromCore(symbol: ts.Symbol | undefined): symbol is ts.Symbol;
  /** Returns whether the file belongs to @sigil/core. */
  isCoreFile(file: ts.SourceFile): boolean;
  /** Returns whether it is declared in a default library of the compiler or in @types/node. */
  isBuiltIn(symbol: ts.Symbol | undefined): symbol is ts.Symbol;
}

/** Opens the answers for one program. */
export function openOrigins(program: ts.Program): Origins {
  const packageNames = new Map<string, string | undefined>();
  const packageOf = (folder: string): string | undefined => {
    if (!packageNames.has(folder)) packageNames.set(folder, readPackageName(folder) ?? packageAbove(folder, packageOf));
    return packageNames.get(folder);
  };

  const isCoreFile = (file: ts.SourceFile): boolean => packageOf(dirname(file.fileName)) === '@sigil/core';
  return {
    isCoreFile,
    isFromCore: (symbol): symbol is ts.Symbol =>
      symbol?.declarations?.some((one) => isCoreFile(one.getSourceFile())) ?? false,
    isBuiltIn: (symbol): symbol is ts.Symbol =>
      symbol?.declarations?.some((one) => isLibraryFile(program, one.getSourceFile())) ?? false,
  };
}

function isLibraryFile(program: ts.Program, file: ts.SourceFile): boolean {
  return (
    program.isSourceFileDefaultLibrary(file) || /\/node_modules\/(@types\/node|undici-types)\//.test(file.fileName)
  );
}

function packageAbove(folder: string, packageOf: (folder: string) => string | undefined): string | undefined {
  const parent = dirname(folder);
  return parent === folder ? undefined : packageOf(parent);
}

function readPackageName(folder: string): string | undefined {
  try {
    const content: unknown = parseJsonFile(readFileSync(join(folder, 'package.json'), 'utf8'));
    const name = typeof content === 'object' && content !== null && 'name' in content ? content.name : undefined;
    return typeof name === 'string' ? name : undefined;
  } catch {
    // There is no readable package.json here: the folder above decides.
    return undefined;
  }
}
