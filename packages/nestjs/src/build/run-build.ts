/**
 * Runs `sigil build` for an application that is being developed.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isJsonObject } from '@sigil/core';
import { SigilModuleError } from '../sigil-error.js';

const run = promisify(execFile);

/** @throws SigilModuleError with the diagnostics of a build that failed, or where `@sigil/cli` is not installed */
export async function runBuild(folder: string): Promise<void> {
  const program = findProgram(folder);
  try {
    await run(process.execPath, [program, 'build', folder], { cwd: folder });
  } catch (failure) {
    const { stdout = '', stderr = '' } = failure as { readonly stdout?: string; readonly stderr?: string }; // of execFile
    // As a cause it would be printed with the same output again.
    throw new SigilModuleError(`\`sigil build\` failed in ${folder}:\n${stdout}${stderr}`);
  }
}

function findProgram(folder: string): string {
  try {
    const described = createRequire(join(folder, 'package.json')).resolve('@sigil/cli/package.json');
    const { bin }: { bin?: unknown } = JSON.parse(readFileSync(described, 'utf8'));
    return join(dirname(described), isJsonObject(bin) ? String(bin['sigil']) : '');
  } catch (cause) {
    const why = 'SigilModule.forRoot({ build: true }) needs @sigil/cli';
    throw new SigilModuleError(`${why}: run \`npm install --save-dev @sigil/cli\` in ${folder}`, { cause });
  }
}
