/**
 * The folder in which one page is executed, as its reader would do: with the page's files and running programs.
 *
 * The packages are those of this workspace, built. A free port replaces the page's port 3000.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { workspaceRoot } from '@sigil/checks/workspace';

/** The output of a program, with the page's port. */
export interface Printed {
  /** Both outputs, in the order of arrival. */
  readonly text: string;
  readonly stdout: string;
  readonly exitCode: number | null;
}

const shownPort = '3000';
const address = /https?:\/\/127\.0\.0\.1:\d+/u;

/**
 * The page's `npm`. This workspace stands in for the registry: `npm create` runs from here, and `npm install` finds everything
 * installed. `npx vitest run --config tools/checks/packaging/vitest.config.ts` tests the real registry.
 */
const npmForPages = `#!/usr/bin/env bash
if [[ "$1" == create && "$2" == @sigil@latest ]]; then
  [[ "\${4:-}" == -- ]] && exec create-sigil "$3" "\${@:5}"
  exec create-sigil "\${@:3}"
fi
[[ "$1" == install ]] && { echo "up to date"; exit; }
PATH=\${PATH#*:}
exec npm "$@"`;

export class PageWorkspace {
  readonly folder: string;
  readonly #servers: ChildProcess[] = [];
  readonly #port: string;

  /** @param port a free one, which replaces the page's port 3000 */
  private constructor(port: number) {
    this.#port = String(port);
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigil-page-')));
    this.write('.programs/npm', npmForPages);
    chmodSync(join(this.folder, '.programs/npm'), 0o755);
    for (const name of ['node_modules', 'packages', 'tsconfig.base.json']) {
      symlinkSync(join(workspaceRoot, name), join(this.folder, name));
    }
  }

  static async open(): Promise<PageWorkspace> {
    return new PageWorkspace(await findFreePort());
  }

  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
  }

  /** Copies a folder of the workspace to the same place here, once, so that it finds a tsconfig.json above it. */
  copy(path: string): string {
    const target = join(this.folder, path);
    const isShown = (file: string): boolean =>
      !/\/(?:node_modules|\.sigil)(?:\/|$)/u.test(file.slice(workspaceRoot.length));
    if (!existsSync(target)) cpSync(join(workspaceRoot, path), target, { recursive: true, filter: isShown });
    return path;
  }

  /** Runs a shell script to its end. */
  run(text: string, within = '.'): Promise<Printed> {
    const child = this.#spawn(text, within);
    const printed = keepPrinted(child);
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode) => resolve(this.#shown(printed(), exitCode)));
    });
  }

  /** Starts a program that runs until the workspace is closed. Resolves when it prints its address. */
  serve(text: string, within = '.'): Promise<Printed> {
    const child = this.#spawn(text, within);
    this.#servers.push(child);
    const printed = keepPrinted(child);
    return new Promise((resolve) => {
      const finish = (exitCode: number | null): void => resolve(this.#shown(printed(), exitCode));
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', () => address.test(printed().text) && finish(0));
      }
      child.once('close', finish);
    });
  }

  /** Replaces the port in the page's text by the real one. */
  real(text: string): string {
    return text.replaceAll(`127.0.0.1:${shownPort}`, `127.0.0.1:${this.#port}`);
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map(endGroup));
    rmSync(this.folder, { recursive: true });
  }

  #shown({ text, stdout }: Omit<Printed, 'exitCode'>, exitCode: number | null): Printed {
    const inWordsOfThePage = (printed: string): string =>
      printed.replaceAll(`127.0.0.1:${this.#port}`, `127.0.0.1:${shownPort}`).replaceAll(this.folder, '.');
    return { text: inWordsOfThePage(text), stdout: inWordsOfThePage(stdout), exitCode };
  }

  #spawn(text: string, within: string): ChildProcess {
    const programs = [join(this.folder, '.programs'), join(workspaceRoot, 'node_modules/.bin'), process.env['PATH']];
    // The page must not see npm's settings, or the folders in which this user's programs keep data.
    const inherited = Object.entries(process.env).filter(([name]) => !/^(?:npm_|XDG_)/iu.test(name));
    const env = { ...Object.fromEntries(inherited), PATH: programs.join(':'), HOME: this.folder, NODE_OPTIONS: '' };
    return spawn('bash', ['-euo', 'pipefail', '-c', this.real(this.#withPort(text))], {
      cwd: join(this.folder, within),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, MCP_PORT: this.#port, NO_COLOR: '1', FORCE_COLOR: undefined },
      detached: true,
    });
  }

  /** Adds the port to commands of `sigil`, which accept it only as an option. */
  #withPort(text: string): string {
    const scripts = text.replace(/\bnpm run dev\b/gu, `npm run dev -- --port ${this.#port}`);
    return scripts.replace(
      /\bsigil (?:dev|serve)\b(?!.*(?:--port|--stdio))/gu,
      (command) => `${command} --port ${this.#port}`,
    );
  }
}

function keepPrinted(child: ChildProcess): () => Omit<Printed, 'exitCode'> {
  let text = '';
  let stdout = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    stdout += part;
  });
  child.stderr?.setEncoding('utf8').on('data', (part: string) => void (text += part));
  return () => ({ text, stdout });
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Ends the shell and its children, which form one process group. */
function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return Promise.resolve();
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  process.kill(-child.pid, 'SIGTERM');
  return ended;
}
