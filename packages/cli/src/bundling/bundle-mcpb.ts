/**
 * Creates a bundle of a plugin that Claude Desktop and other clients install when it is opened: one file with all code and all
 * packages.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { JsonObject } from '@sigil/core';
import { canonicalJson, cidOf, type Manifest, parseJsonFile } from '@sigil/core/building';
import { readManifest } from '@sigil/core/catalog';
import { findImports } from '@sigil/plugin-host';
import { ensureFresh } from '../building/ensure-built.js';
import { requireFolder } from '../building/require-folder.js';
import { readFixedConfiguration } from '../configuring/read-configuration.js';
import { CommandError } from '../failures/command-error.js';
import { saveFile } from '../files/save-file.js';
import { reportFindings } from '../installing/report-findings.js';
import { countNoun } from '../terminal/count-noun.js';
import type { Terminal } from '../terminal/terminal.js';
import { bundleProgram } from './bundle-code.js';
import { carryPlugin, type CarriedPackages } from './carried-packages.js';
import { packArchive } from './pack-archive.js';
import { readPackageFile } from './read-package-file.js';
import { readUserSettings, type UserSetting } from './user-settings.js';
import { entryPoint, writeMcpbManifest } from './write-mcpb-manifest.js';

/** The plugin to bundle, and where the bundle goes. */
export interface BundleRequest {
  /** An absolute path. */
  readonly folder: string;
  /** Relative to the working folder; named after the plugin by default. */
  readonly out: string | undefined;
  /** Values that are written into the bundle, so that the user is not asked for them. */
  readonly configFile: string | undefined;
}

/** @throws CommandError when the plugin does not build, or needs something that a bundle cannot carry */
export async function bundleMcpb({ folder, out, configFile }: BundleRequest, terminal: Terminal): Promise<void> {
  await requireFolder(folder);
  await ensureFresh(folder, terminal);
  const given = (await readFixedConfiguration(configFile, terminal)) ?? {};
  const built = await readBuild(folder);
  const settings = chooseSettings(built.manifest, given, terminal);
  const packageFile = await readPackageFile(folder);
  const iconBytes = await readFile(join(folder, 'icon.png')).catch(() => undefined);
  const icon = iconBytes === undefined ? undefined : 'icon.png';

  const names = findImports(built.code);
  const packages = await carryPlugin(folder, { code: built.code, names, place: 'server/plugin' });
  const { code } = packages;
  const platforms = choosePlatforms(packages, terminal);
  const cid = await cidOf(new TextEncoder().encode(code));
  const own = { ...built.manifest, code: { ...built.manifest.code, cid } };
  const asked = settings.map(({ name, type, isList, variable }) => ({ name, type, isList, variable }));
  const archive = packArchive({
    'manifest.json': json(writeMcpbManifest({ manifest: built.manifest, packageFile, settings, icon, platforms })),
    [entryPoint]: await bundleProgram(),
    'server/plugin/dist/manifest.json': code === built.code ? built.manifestText : canonicalJson(own),
    [`server/plugin/dist/${built.manifest.code.file}`]: code,
    ...Object.fromEntries(built.content.map(({ file, bytes }) => [`server/plugin/dist/${file}`, bytes])),
    'server/plugin/package.json': json(await readResolution(folder)),
    'server/plugin/settings.json': json({ given, asked }),
    ...packages.files,
    ...(iconBytes === undefined ? {} : { 'icon.png': iconBytes }),
  });
  const { name, version } = built.manifest.plugin;
  const path = resolve(terminal.cwd, out ?? `${name}-${version}.mcpb`);
  await saveFile(path, archive);
  report({ path, archive, manifest: built.manifest, settings }, terminal);
}

/** Chooses the platforms: a native module runs only on the system that it was installed for. */
function choosePlatforms({ native }: CarriedPackages, { err }: Terminal): readonly string[] {
  if (native.length === 0) return ['darwin', 'linux', 'win32'];
  const [first] = native;
  err.line(
    `${err.paint.yellow('warning:')} the bundle is for ${process.platform} only: it has the native module ${first}`,
  );
  return [process.platform];
}

/** Returns the members of a package.json by which Node resolves imports of its package. */
async function readResolution(folder: string): Promise<object> {
  // Sound: the plugin was built, which needs a package.json that is an object.
  const { name, type, imports } = parseJsonFile(await readFile(join(folder, 'package.json'), 'utf8')) as JsonObject;
  return { name, type, imports };
}

interface Build {
  readonly manifest: Manifest;
  readonly manifestText: string;
  readonly code: string;
  /** The files with its skills and views. */
  readonly content: readonly { readonly file: string; readonly bytes: Uint8Array }[];
}

async function readBuild(folder: string): Promise<Build> {
  const path = join(folder, 'dist', 'manifest.json');
  const manifestText = await readFile(path, 'utf8');
  const manifest = readManifest(JSON.parse(manifestText), path);
  const code = await readFile(join(folder, 'dist', manifest.code.file), 'utf8');
  const files = [manifest.skills, manifest.views].flatMap((content) => content?.file ?? []);
  const content = files.map(async (file) => ({ file, bytes: await readFile(join(folder, 'dist', file)) }));
  return { manifest, manifestText, code, content: await Promise.all(content) };
}

function chooseSettings(manifest: Manifest, given: JsonObject, { err }: Terminal): readonly UserSetting[] {
  const { settings, missing, skipped } = readUserSettings(manifest, given);
  if (missing.length > 0) {
    throw new CommandError(
      `a client cannot ask a person for ${missing.map((it) => `"${it}"`).join(', ')}, which the plugin needs: ` +
        'give it in a JSON file with --config, which becomes part of the bundle',
    );
  }
  if (skipped.length > 0)
    err.line(
      `${err.paint.yellow('warning:')} nobody is asked for ${skipped.join(', ')}: a client asks for texts, numbers, yes or no, and lists of texts`,
    );
  const open = settings.filter(({ name, isSecret }) => !isSecret && /token|secret|password|api_?key/i.test(name));
  for (const { name } of open) {
    err.line(
      `${err.paint.yellow('warning:')} "${name}" is shown and kept as plain text; its doc comment can say @secret`,
    );
  }
  return settings;
}

interface Bundled {
  readonly path: string;
  readonly archive: Uint8Array;
  readonly manifest: Manifest;
  readonly settings: readonly UserSetting[];
}

function report({ path, archive, manifest, settings }: Bundled, terminal: Terminal): void {
  const { out, cwd } = terminal;
  const { name, version } = manifest.plugin;
  const { tools } = manifest;
  reportFindings({ tools }, name, ['claude-desktop'], terminal);
  const asks = settings.length === 0 ? '' : `, asks for ${settings.map((it) => it.name).join(', ')}`;
  out.line(`${out.paint.bold(name)} ${version}: ${countNoun(tools.length, 'tool')}${asks}`);
  out.line(`  ${relative(cwd, path) || path}  ${Math.ceil(archive.length / 1000)} kB`);
  out.line(out.paint.dim(`  sha256 ${createHash('sha256').update(archive).digest('hex')}`));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
