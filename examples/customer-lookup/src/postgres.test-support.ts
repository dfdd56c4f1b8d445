/**
 * A Postgres of its own for one test: in a temporary folder, reached by a Unix socket and by nothing else.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A running server; close it in the end. */
export interface Postgres {
  readonly connectionString: string;
  /** Runs statements as the owner of the database. */
  run(statements: string): void;
  close(): Promise<void>;
}

const versions = '/usr/lib/postgresql';

/** The folder of Debian's newest Postgres; undefined where none is installed. */
export const programsOfPostgres = existsSync(versions)
  ? readdirSync(versions)
      .map((version) => join(versions, version, 'bin'))
      .findLast((folder) => existsSync(join(folder, 'initdb')))
  : undefined;

/** @throws Error when no Postgres is installed */
export async function openPostgres(): Promise<Postgres> {
  if (programsOfPostgres === undefined) throw new Error('no Postgres is installed: apt-get install postgresql');
  const programs = programsOfPostgres;
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  const owner = ownerOf(folder);
  const data = join(folder, 'data');
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  const trusting = ['-D', data, '-U', 'shop', '-A', 'trust', '--no-sync', '-E', 'UTF8'];
  execFileSync(join(programs, 'initdb'), trusting, { ...owner, env, stdio: 'ignore', cwd: folder });
  const settings = ['-c', 'listen_addresses=', '-k', folder, '-c', 'fsync=off'];
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings], { ...owner, env, cwd: folder });
  await new Promise<void>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}`)));
    server.stderr.setEncoding('utf8').on('data', (text: string) => text.includes('ready to accept') && resolve());
  });
  return {
    connectionString: `postgres://shop@/postgres?host=${encodeURIComponent(folder)}`,
    run: (statements) => {
      const args = ['-h', folder, '-U', 'shop', '-v', 'ON_ERROR_STOP=1', '-q', 'postgres'];
      execFileSync(join(programs, 'psql'), args, { input: statements, env });
    },
    close: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Postgres refuses to run as root; Debian's package makes a user for it. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])));
  chownSync(folder, uid!, gid!);
  return { uid: uid!, gid: gid! };
}
