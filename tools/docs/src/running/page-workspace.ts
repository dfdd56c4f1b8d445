/**
 * The folder in which one page is executed, as its reader would sit in one: files that the page shows, programs that it starts.
 *
 * The packages are those of this workspace, built. The port 3000 of the page is a free one here.
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

/** The output of a program, in the page's words. */
export interface Printed {
  /** On both of its outputs, in the order in which it came. */
  readonly text: string;
  readonly stdout: string;
  readonly exitCode: number | null;
}

const shownPort = '3000';
const address = /https?:\/\/127\.0\.0\.1:\d+/u;

/**
 * The registry of a page is this workspace: what it creates comes from here, and what it installs is there already. The real registry
 * is the business of `npm run test:packages`.
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

  /** @param port a free one, which stands in for the port 3000 of the page */
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

  /** Copies a folder of the workspace to the same place here, once, so that a tsconfig.json above it is found. */
  copy(path: string): string {
    const target = join(this.folder, path);
    const isShown = (file: string): boolean =>
      !/\/(?:node_modules|\.sigil)(?:\/|$)/u.test(file.slice(workspaceRoot.length));
    if (!existsSync(target)) cpSync(join(workspaceRoot, path), target, { recursive: true, filter: isShown });
    return path;
  }

  /** Runs a text of the shell to its end. */
  run(text: string, within = '.'): Promise<Printed> {
    const child = this.#spawn(text, within);
    const printed = keepPrinted(child);
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode) => resolve(this.#shown(printed(), exitCode)));
    });
  }

  /** Starts a program that goes on until the workspace is closed. Resolves when it says where it serves. */
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

  /** The page's text with the port that is served here. */
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
    // Settings of npm, and the places where this user keeps things, are not the page's.
    const inherited = Object.entries(process.env).filter(([name]) => !/^(?:npm_|XDG_)/iu.test(name));
    const env = { ...Object.fromEntries(inherited), PATH: programs.join(':'), HOME: this.folder, NODE_OPTIONS: '' };
    return spawn('bash', ['-euo', 'pipefail', '-c', this.real(this.#withPort(text))], {
      cwd: join(this.folder, within),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, MCP_PORT: this.#port, NO_COLOR: '1', FORCE_COLOR: undefined },
      detached: true,
    });
  }

  /** The commands of `sigil` take their port as an option only. */
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

/** The shell and what it started are one group. */
function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return Promise.resolve();
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  process.kill(-child.pid, 'SIGTERM');
  return ended;
}
