/**
 * Runs one case everywhere: compiled file by file in plain Node, then built by us and called behind each link.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildPlugin, isError } from '@sigil/codegen';
import { compileSources } from './oracle/compile-files.mjs';
import { linkKinds } from './outcome.mjs';
import { runChild } from './run-child.mjs';
import { writeCase } from './write-case.mjs';

/** @typedef {import('./outcome.mjs').Outcome} Outcome */
/** @typedef {import('./outcome.mjs').LinkKind} LinkKind */

/**
 * The outcomes of one case.
 *
 * @typedef {object} CaseRun
 * @property {import('./corpus-case.mjs').CorpusCase} case
 * @property {Outcome} expected of plain Node
 * @property {Readonly<Record<LinkKind, Outcome>>} links
 */

const oracleProgram = fileURLToPath(new URL('oracle/oracle-program.mjs', import.meta.url));
const sourceHooks = fileURLToPath(new URL('oracle/register-sources.mjs', import.meta.url));
const linksProgram = fileURLToPath(new URL('hosting/links-program.mjs', import.meta.url));

/**
 * Runs a case in a folder below the installed packages, which is written for it. Both sides run at the same place, so paths in
 * their results are equal.
 *
 * @param {string} folder
 * @param {import('./corpus-case.mjs').CorpusCase} one
 * @returns {Promise<CaseRun>}
 */
export async function runCase(folder, one) {
  writeCase(folder, one);
  const expected = await runInNode(folder, one);
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  const refusal = await build(folder);
  const links = refusal ? everywhere(refusal) : await runBehindLinks(folder);
  return { case: one, expected, links };
}

/** @param {string} folder @param {import('./corpus-case.mjs').CorpusCase} one @returns {Promise<Outcome>} */
async function runInNode(folder, one) {
  compileSources(folder);
  const execArgv = [
    // Compiled when they are loaded, so that their address stays that of the source.
    ...(one.loadsSources ? ['--import', pathToFileURL(sourceHooks).href] : []),
    ...(one.conditions ?? []).map((condition) => `--conditions=${condition}`),
  ];
  const run = await runChild(oracleProgram, [folder], { cwd: folder, execArgv });
  const [outcome = endedBefore(run)] = /** @type {Outcome[]} */ (run.messages);
  return outcome;
}

/** @param {string} folder @returns {Promise<Outcome | undefined>} the refusal, if it does not build */
async function build(folder) {
  try {
    const { diagnostics } = await buildPlugin(folder);
    const errors = diagnostics.filter(isError);
    if (errors.length > 0)
      return { kind: 'refused', text: errors.map(({ code, message }) => `${code} ${message}`).join('; ') };
    if (existsSync(join(folder, 'dist/manifest.json'))) return undefined;
    return { kind: 'refused', text: 'the build wrote no manifest and named no error' };
  } catch (error) {
    return { kind: 'refused', text: `the build threw ${error}` };
  }
}

/** @param {string} folder @returns {Promise<Record<LinkKind, Outcome>>} */
async function runBehindLinks(folder) {
  const run = await runChild(linksProgram, [folder], { cwd: folder });
  const messages = /** @type {{ link: LinkKind, outcome: Outcome }[]} */ (run.messages);
  const links = everywhere(endedBefore(run));
  for (const { link, outcome } of messages) links[link] = outcome;
  return links;
}

/** @param {Outcome} outcome @returns {Record<LinkKind, Outcome>} */
function everywhere(outcome) {
  return /** @type {Record<LinkKind, Outcome>} */ (Object.fromEntries(linkKinds.map((link) => [link, outcome])));
}

/** @param {import('./run-child.mjs').ChildRun} run @returns {Outcome} */
function endedBefore({ ending, printed }) {
  return { kind: 'ended', text: `${ending}: ${printed.trim()}` };
}
