/**
 * Builds two versions of one plugin, and copies either of them to where a server looks for builds.
 *
 * Both are built before the load starts, so that a swap is two file writes and nothing is compiled meanwhile.
 */
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPlugin } from '@sigil/codegen';
import { tsconfigText } from '../plugin-tsconfig.mjs';

/** @typedef {readonly { name: string, bytes: Uint8Array }[]} Built the files of one version */

/** @param {string} folder in which the versions and the plugins folder are created */
export async function writeVersions(folder) {
  await rm(folder, { recursive: true, force: true });
  const plugins = join(folder, 'plugins');
  /** @type {Built[]} */
  const versions = [];
  for (const number of [0, 1]) versions.push(await buildVersion(join(folder, `version-${number}`), number));
  const served = join(plugins, 'swapped');
  await mkdir(join(served, 'dist'), { recursive: true });
  await cp(join(folder, 'version-0', 'package.json'), join(served, 'package.json'));
  const put = (/** @type {number} */ index) => putVersion(join(served, 'dist'), versions[index] ?? []);
  await put(0);
  return { plugins, put };
}

/** @param {string} folder @param {number} number @returns {Promise<Built>} */
async function buildVersion(folder, number) {
  await mkdir(join(folder, 'src'), { recursive: true });
  const about = { name: 'swapped', version: `${number + 1}.0.0`, type: 'module', sigil: { plugin: true } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(about));
  await writeFile(join(folder, 'tsconfig.json'), tsconfigText);
  await writeFile(join(folder, 'src', 'swapped.ts'), sourceOf(number));
  const { diagnostics } = await buildPlugin(folder);
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  const files = ['plugin.cjs', 'manifest.json'];
  return Promise.all(files.map(async (name) => ({ name, bytes: await readFile(join(folder, 'dist', name)) })));
}

/** Writes the code first and the manifest last, by renaming, as the build does. @param {string} dist @param {Built} files */
async function putVersion(dist, files) {
  for (const { name, bytes } of files) {
    await writeFile(join(dist, `${name}.tmp`), bytes);
    await rename(join(dist, `${name}.tmp`), join(dist, name));
  }
}

/**
 * Writes a tool that names the version before and after a wait: two different numbers would mean two generations in one call.
 * @param {number} number
 */
function sourceOf(number) {
  return `import { Tool, type Context } from '@sigil/core';

declare function setTimeout(run: (value: unknown) => void, afterMs: number): unknown;

const version = ${number};

/** Swapped while it is called. */
export class Swapped {
  /** Says its version before and after a wait. */
  @Tool({ readOnly: true })
  async versions(waitMs: number): Promise<{ first: number; second: number }> {
    const first = version;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return { first, second: this.#again() };
  }

  /** Reports progress for a while. */
  @Tool({ readOnly: true })
  async steps(count: number, context: Context): Promise<{ first: number; second: number }> {
    const first = version;
    for (let step = 1; step <= count; step++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await context.reportProgress(step, count, String(version));
    }
    return { first, second: this.#again() };
  }

  /** Only of this version. */
  @Tool({ readOnly: true })
  only${number}(): number {
    return version;
  }

  #again(): number {
    return version;
  }
}
`;
}
