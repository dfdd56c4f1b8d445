/**
 * Builds faulty plugins one after the other with one builder, which parses libraries once, and compares its reports with the
 * marks.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openBuilder, type Builder } from '../../build/open-builder.js';
import { openPluginReader } from '../plugin-reader.js';
import { coreImports, makeCaseFolder, openCaseFiles, writeCaseFiles } from '../reader-cases.test-support.js';
import { type Fault, mark } from './fault.test-support.js';

/** A package with unusable types that the plugins may import. */
const boxes = {
  'node_modules/boxes/package.json': JSON.stringify({
    name: 'boxes',
    version: '1.0.0',
    type: 'module',
    types: './index.d.ts',
  }),
  'node_modules/boxes/index.js': 'export class Named {}\n',
  'node_modules/boxes/index.d.ts': `import type { Gone } from 'gone';
export interface Closable { close(): void }
export declare class Named { constructor(name: string); }
export interface Broken { inside: Gone }
`,
};

interface FaultyBuild {
  /** `CODE file:line:column` of each diagnostic. */
  readonly found: readonly string[];
  /** The expected diagnostics, from the marks. */
  readonly expected: readonly string[];
  /** The fix of each diagnostic. */
  readonly fixes: readonly string[];
  /** True when there is a manifest, or any file was written. */
  readonly isBuilt: boolean;
}

/** Builds faulty plugins in one folder. */
export interface FaultyBuilds {
  build(fault: Fault): Promise<FaultyBuild>;
  close(): Promise<void>;
}

/** Opens an empty folder. Close it after the tests. */
export function openFaultyBuilds(): FaultyBuilds {
  const folder = makeCaseFolder();
  writeCaseFiles(folder, boxes);
  const caseFiles = openCaseFiles(folder);
  let builder: Builder | undefined;
  return {
    build: async ([code, , source]) => {
      const files = typeof source === 'string' ? { 'src/plugin.ts': coreImports + source } : source;
      const changed = caseFiles.replace(withoutMarks(files));
      builder?.refresh(changed);
      builder ??= await openBuilder(folder, (path, inputs, framework) =>
        openPluginReader(path, { inputs, ...(framework && { framework }) }),
      );

      const { manifest, wroteFiles, diagnostics } = await builder.build();
      const isWritten = existsSync(join(folder, 'dist'));
      rmSync(join(folder, 'dist'), { recursive: true, force: true });
      return {
        found: diagnostics.map((one) => `${one.code} ${one.file}:${one.line}:${one.column}`),
        fixes: diagnostics.map((one) => one.fix),
        expected: Object.entries(files).flatMap(([name, text]) => marksIn(name, text).map((at) => `${code} ${at}`)),
        isBuilt: manifest !== undefined || wroteFiles || isWritten,
      };
    },
    close: async () => {
      await builder?.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function withoutMarks(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replaceAll(mark, '')]));
}

/** Returns `file:line:column` of each mark, not counting earlier marks; a byte order mark takes no column. */
function marksIn(name: string, source: string): string[] {
  const lines = source.replace(/^\uFEFF/, '').split('\n');
  return lines.flatMap((line, index) => {
    const pieces = line.split(mark).slice(0, -1);
    return pieces.map((_piece, count) => {
      const before = pieces.slice(0, count + 1).join('');
      return `${name}:${index + 1}:${before.length + 1}`;
    });
  });
}
