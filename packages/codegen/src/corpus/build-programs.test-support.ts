/**
 * Runs the built programs of the workspace on a plugin, as people and Nx do.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const workspace = fileURLToPath(new URL('../../../../', import.meta.url));
const maxBuffer = 64 * 1024 * 1024;

/** Compiles the sources of the programs, if they are outdated. */
export async function compilePrograms(): Promise<void> {
  const projects = ['packages/cli/tsconfig.lib.json', 'packages/testing/tsconfig.lib.json'];
  await run(process.execPath, ['node_modules/@typescript/native/bin/tsc', '--build', ...projects], { cwd: workspace });
}

/** Runs the command of the workspace's Nx target for building a plugin in this folder. */
export async function buildAsNxDoes(folder: string): Promise<{ readonly command: string; readonly manifest: string }> {
  const program = `
    import { inferTargets } from './packages/nx/infer-targets.mjs';
    const files = new Set(['package.json', 'tsconfig.json', 'src']);
    const tools = { packages: new Set(), hasProductionInputs: true, isTypechecked: false };
    const { build } = inferTargets({ root: process.argv[1], files, tools });
    process.stdout.write(JSON.stringify([build.command, build.options.cwd]));
  `;
  const { stdout } = await runProgram(program, { cwd: workspace, args: [relative(workspace, folder)] });
  const [command = '', cwd = ''] = JSON.parse(stdout) as string[];
  const [name = '', ...args] = command.split(' ');
  // The search path of Nx: the commands of the workspace's packages come first.
  const PATH = [join(workspace, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  await run(name, args, { cwd: join(workspace, cwd), maxBuffer, env: { ...process.env, PATH } });
  return { command, manifest: await readFile(join(folder, 'dist/manifest.json'), 'utf8') };
}

/** Returns the manifest that a plugin's tests see: the module that the Vite plugin makes. */
export async function readAsViteDoes(folder: string): Promise<unknown> {
  const program = `
    import { createServer } from 'vite';
    import { sigil } from '@sigil/testing/vite';
    const server = await createServer({
      ...{ root: process.cwd(), configFile: false, logLevel: 'silent', plugins: [sigil()] },
      server: { middlewareMode: true, watch: null, ws: false },
    });
    const loaded = await server.environments.ssr.pluginContainer.load('\\0sigil:plugin');
    const code = typeof loaded === 'string' ? loaded : loaded.code;
    const [, text] = /^export const manifest = JSON\\.parse\\(([^\\n]*)\\);$/m.exec(code);
    process.stdout.write(JSON.parse(text), () => process.exit(0));
  `;
  const { stdout } = await runProgram(program, { cwd: folder });
  return JSON.parse(stdout);
}

function runProgram(
  text: string,
  { cwd, args = [] }: { readonly cwd: string; readonly args?: readonly string[] },
): Promise<{ readonly stdout: string }> {
  return run(process.execPath, ['--input-type=module', '-e', text, ...args], { cwd, maxBuffer });
}
