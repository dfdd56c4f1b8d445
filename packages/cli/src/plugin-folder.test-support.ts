/**
 * Small plugins on disk for tests, in a folder from which `@sigil/core` can be imported.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compilerSettings } from '@sigil/test-support/temporary-plugins';

const home = fileURLToPath(new URL('../out-tsc/plugins-under-test/', import.meta.url));

/** A plugin's folder that a test may change. */
export interface PluginFolder {
  readonly path: string;
  write(file: string, text: string): void;
  remove(): void;
}

const packageJson = { name: '@acme/greeter', version: '1.2.3', type: 'module' };

/** Writes a plugin "greeter" with one tool `greet(name)`; `members` are added to its class. */
export function greeter(members = ''): string {
  return `import { Prompt, Resource, Tool, ToolError, type Context } from '@sigil/core';

/** Greets people. */
export class Greeter {
  /** Greet somebody. */
  @Tool({ readOnly: true })
  greet(/** Whom to greet. */ name: string): string {
    return \`Hello, \${name}!\`;
  }
${members}}

export type Unused = [typeof Prompt, typeof Resource, typeof ToolError, Context];
`;
}

/** Creates the plugin; call \`remove\` at the end. */
export function makePlugin(source: string = greeter()): PluginFolder {
  mkdirSync(home, { recursive: true });
  const path = mkdtempSync(join(home, 'greeter-'));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  };
  write('package.json', JSON.stringify(packageJson));
  write('tsconfig.json', JSON.stringify(compilerSettings));
  write('src/greeter.ts', source);
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}
