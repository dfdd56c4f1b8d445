/**
 * Writes a plugin's `server.json`, or checks that the existing one is current.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readManifest } from '@sigil/core/catalog';
import { ensureFresh } from '../building/ensure-built.js';
import { CommandError, UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import { readPackageFile } from './read-package-file.js';
import { writeServerJson, type Distribution } from './write-server-json.js';

/** The plugin, and the packages and bundles that it is distributed as. */
export interface ServerJsonRequest {
  /** An absolute path. */
  readonly folder: string;
  readonly out: string;
  readonly remote: string | undefined;
  /** The path of a bundle. */
  readonly mcpb: string | undefined;
  readonly mcpbUrl: string | undefined;
  readonly isCheck: boolean;
}

/** @throws CommandError when a name or a distribution is missing, or the file is out of date */
export async function bundleServerJson(request: ServerJsonRequest, terminal: Terminal): Promise<void> {
  const { folder, out, isCheck } = request;
  const distribution = await readDistribution(request, terminal);
  await ensureFresh(folder, terminal);
  const manifestPath = join(folder, 'dist', 'manifest.json');
  const manifest = readManifest(JSON.parse(await readFile(manifestPath, 'utf8')), manifestPath);
  const packageFile = await readPackageFile(folder);
  const entry = writeServerJson({ plugin: manifest.plugin, packageFile, distribution });
  const text = `${JSON.stringify(entry, undefined, 2)}\n`;
  const path = resolve(terminal.cwd, out);
  const before = await readFile(path, 'utf8').catch(() => undefined);
  if (isCheck && before !== text)
    throw new CommandError(
      `${out} is ${before === undefined ? 'missing' : 'out of date'}; leave --check out to write it`,
    );
  if (before !== text) await writeFile(path, text);
  terminal.out.line(
    before === text
      ? `${out} is up to date`
      : `${terminal.out.paint.green('Wrote')} ${out}; mcp-publisher publish sends it to the registry`,
  );
}

async function readDistribution(
  { remote, mcpb, mcpbUrl }: ServerJsonRequest,
  { cwd }: Terminal,
): Promise<Distribution> {
  if ((mcpb === undefined) !== (mcpbUrl === undefined))
    throw new UsageError('--mcpb and --mcpb-url belong together: the file, and where it is published');
  for (const url of [remote, mcpbUrl]) {
    if (url !== undefined && !/^https?:\/\/[^/]/.test(url))
      throw new UsageError(`expected an http(s) URL, got "${url}"`);
  }
  if (mcpb === undefined || mcpbUrl === undefined) return { remote };
  const bytes = await readFile(resolve(cwd, mcpb)).catch((cause: unknown) => {
    throw new CommandError(`the bundle "${mcpb}" cannot be read`, { cause });
  });
  return { remote, mcpb: { url: mcpbUrl, sha256: createHash('sha256').update(bytes).digest('hex') } };
}
