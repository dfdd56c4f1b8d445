/**
 * Builds the site into `dist/site`: pages of the repository, the interface of the packages, and texts for machines.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { preparePages } from './prepare-pages.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const pages = join(here, 'dist/pages');
const packages = ['core', 'testing', 'server', 'transport-http', 'plugin-host'];

rmSync(join(here, 'dist'), { recursive: true, force: true });
mkdirSync(pages, { recursive: true });
const written = preparePages(root, pages);
writeInterface();
writeFileSync(join(here, 'dist/sidebar.json'), JSON.stringify(makeSidebar(), undefined, 2));
await build(here);
writeForMachines();

/** TypeDoc reads the sources. What it says goes with the pages, as Markdown. */
function writeInterface() {
  const out = join(pages, 'api');
  const entries = packages.map((name) => join(root, 'packages', name, 'src/index.ts'));
  const options = ['--options', join(here, 'typedoc.json'), '--tsconfig', join(here, 'tsconfig.json'), '--out', out];
  execFileSync(process.execPath, [join(here, 'node_modules/typedoc/bin/typedoc'), ...options, ...entries], {
    cwd: here,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const path of readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(join(out, path), 'utf8');
    writeFileSync(
      join(out, path),
      text.replace(/\]\(#(?<name>[a-z]+)-1\)/gu, (link, name) => mendAnchor(text, link, name)),
    );
  }
}

/**
 * TypeDoc numbers a name that stands twice in an interface, also where its page has one heading of it.
 *
 * @param {string} text @param {string} link @param {string} name
 */
function mendAnchor(text, link, name) {
  const headings = text.match(new RegExp(`^#+ ${name}(?:\\(\\))?$`, 'gimu')) ?? [];
  return headings.length > 1 ? link : `](#${name})`;
}

function makeSidebar() {
  const { version } = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'));
  const overview = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const order = [...overview.matchAll(/\]\((?<path>[\w/-]+\.md)\)/gu)].map((match) => match.groups?.path ?? '');
  const titleOf = new Map(written.map(({ path, title }) => [path, title]));
  const itemOf = (/** @type {string} */ path) => ({
    text: titleOf.get(path) ?? path,
    link: `/${path.replace(/\.md$/u, '.html')}`,
  });
  const group = (/** @type {string} */ text, /** @type {string} */ folder) => ({
    text,
    items: order.filter((path) => path.startsWith(`${folder}/`) && titleOf.has(path)).map(itemOf),
  });
  const examples = written.filter(({ path }) => path.startsWith('examples/')).map(({ path }) => itemOf(path));
  const sidebar = [
    group('Guide', 'guide'),
    { text: 'Examples', items: examples },
    group('Operate', 'operate'),
    { text: 'Reference', items: [...group('', 'reference').items, { text: 'Packages', link: '/api/index.html' }] },
    group('Inside', 'inside'),
  ];
  const nav = [
    { text: 'Getting started', link: '/guide/getting-started.html' },
    { text: 'Overview', link: '/overview.html' },
    { text: 'Packages', link: '/api/index.html' },
  ];
  return { version, nav, sidebar };
}

/** `llms.txt` lists the pages, `llms-full.txt` holds them, and each page is there as Markdown too. */
function writeForMachines() {
  const site = join(here, 'dist/site');
  const list = written.map(({ path, title, summary }) => `- [${title}](${path}): ${summary}`);
  const head = '# Sigil\n\n> Decorated TypeScript classes, served as MCP servers.\n';
  writeFileSync(join(site, 'llms.txt'), `${head}\n## Pages\n\n${list.join('\n')}\n`);
  writeFileSync(
    join(site, 'llms-full.txt'),
    written.map(({ path, text }) => `<!-- ${path} -->\n\n${text}`).join('\n\n'),
  );
  for (const path of readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))) {
    copyFileSync(join(pages, path), join(site, path));
  }
}
