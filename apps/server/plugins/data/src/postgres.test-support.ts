/**
 * A Postgres of its own for one test, with the bookshop in it: in a temporary folder, reached by a Unix socket and by nothing else.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readModel } from './read-model.js';
import { quote } from './dialect.js';

const versions = '/usr/lib/postgresql';

/** A running server. `reader` may read the tables, `owner` may do everything. */
export interface BookshopPostgres {
  readonly owner: string;
  readonly reader: string;
  readonly socketFile: string;
  /** Runs statements as the owner, and gives the rows of the last one. */
  ask(statements: string): Promise<unknown[][]>;
  close(): Promise<void>;
}

/** @param models folder with the bookshop, whose model is changed to read the tables @throws Error when no Postgres is installed */
export async function openBookshop(models: string): Promise<BookshopPostgres> {
  const server = await startPostgres();
  const client = new pg.Client(server.address('owner'));
  await client.connect();
  const path = join(models, 'bookshop.yaml');
  const { sources } = await readModel(path);
  for (const { name, columns } of sources.values()) {
    const types = [...columns].map(([column, type]) => `${quote(column)} ${type}`).join(', ');
    await client.query(`CREATE TABLE ${quote(name)} (${types})`);
    const file = join(server.folder, `${name}.csv`);
    await writeFile(file, await readFile(join(models, `bookshop/${name}.csv`)), { mode: 0o644 });
    await client.query(`COPY ${quote(name)} FROM '${file}' (FORMAT csv, HEADER)`);
  }
  await client.query('CREATE ROLE reader LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader');
  const text = await readFile(path, 'utf8');
  await writeFile(
    path,
    text.replaceAll(/csv: bookshop\/(\w+)\.csv/g, 'postgres: $1').replace('\nsources:', '\ndatabase: shop\nsources:'),
  );
  return {
    owner: server.address('owner'),
    reader: server.address('reader'),
    socketFile: join(server.folder, '.s.PGSQL.5432'),
    ask: async (statements) => (await client.query<unknown[]>({ text: statements, rowMode: 'array' })).rows,
    close: async () => {
      await client.end();
      await server.close();
    },
  };
}

/** A proxy before a Postgres. */
export interface Silencing {
  readonly address: string;
  close(): void;
}

/** @param isSilenced whether a connection passes nothing on any more, from this piece of its client's on; it stays open */
export async function openSilencing(socketFile: string, isSilenced: (piece: string) => boolean): Promise<Silencing> {
  const sockets: Socket[] = [];
  const proxy = createServer((near) => {
    const far = createConnection(socketFile);
    let isSilent = false;
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('data', (piece) => {
      isSilent ||= isSilenced(piece.toString('latin1'));
      if (!isSilent) far.write(piece);
    });
    near.on('end', () => far.end());
    far.on('data', (piece) => isSilent || near.write(piece));
    far.on('end', () => isSilent || near.end());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    address: `postgres://reader@127.0.0.1:${port}/postgres`,
    close: () => {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

interface Server {
  readonly folder: string;
  address(role: string): string;
  close(): Promise<void>;
}

async function startPostgres(): Promise<Server> {
  const programs = (existsSync(versions) ? readdirSync(versions) : [])
    .map((version) => join(versions, version, 'bin'))
    .findLast((it) => existsSync(join(it, 'initdb')));
  if (programs === undefined) throw new Error('no Postgres is installed: apt-get install postgresql');
  const folder = await mkdtemp(join(tmpdir(), 'pg-'));
  const data = join(folder, 'data');
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  const asUser = { ...userFor(folder), env, cwd: folder };
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'owner', '-A', 'trust', '--no-sync', '-E', 'UTF8'], {
    ...asUser,
    stdio: 'ignore',
  });
  const settings = ['-c', 'listen_addresses=', '-k', folder, '-c', 'fsync=off', '-c', 'max_connections=50'];
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings], asUser);
  await new Promise<void>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}`)));
    server.stderr.setEncoding('utf8').on('data', (line: string) => line.includes('ready to accept') && resolve());
  });
  return {
    folder,
    address: (role) => `postgres://${role}@/postgres?host=${encodeURIComponent(folder)}`,
    close: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** Postgres refuses to run as root; Debian's package makes a user for it. */
function userFor(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])));
  chownSync(folder, uid, gid);
  return { uid, gid };
}
