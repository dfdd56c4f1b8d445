/**
 * Copies the repository's Markdown for the site: marks of fences and comments go, links to what is no page become text.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const fence = /^(?<open>\s*(?:`{3,}|~{3,}))(?<language>[a-z]+)?(?<mark>[^\n]*)$/u;
/** The text of a link may go on in the next line. */
const link = /(?<!!)\[(?<text>[^\]\n]*(?:\n[^\]\n]+)?)\]\((?<target>[^)\s]+)\)/gu;

/**
 * @typedef {object} Page
 * @property {string} path from the site's root, such as `guide/tools.md`
 * @property {string} title
 * @property {string} summary the first paragraph
 * @property {string} text
 */

/** Files of the repository, by where they are on the site. @param {string} root @returns {Map<string, string>} */
export function listSources(root) {
  const sources = new Map([
    ['README.md', 'index.md'],
    ['CHANGELOG.md', 'changelog.md'],
    ['CONTRIBUTING.md', 'contributing.md'],
    ['SECURITY.md', 'security.md'],
  ]);
  for (const path of findMarkdown(root, 'docs'))
    sources.set(
      path,
      path === 'docs/README.md' ? 'overview.md' : path.replace(/^docs\//u, '').replace('README.md', 'index.md'),
    );
  for (const folder of ['examples', 'apps/server/plugins', 'packages']) {
    for (const path of findMarkdown(root, folder).filter((one) => one.endsWith('/README.md')))
      sources.set(path, path.replace('README.md', 'index.md'));
  }
  return sources;
}

/** @param {string} root @param {string} folder @returns {string[]} */
function findMarkdown(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return /^(?:node_modules|dist|site|templates|src|test)$/u.test(entry.name) ? [] : findMarkdown(root, path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/**
 * @param {string} root of the repository
 * @param {string} target the folder of the pages
 * @returns {Page[]} what was written
 */
export function preparePages(root, target) {
  const sources = listSources(root);
  return [...sources].map(([source, path]) => {
    const text = prepareText(readFileSync(join(root, source), 'utf8'), (link) =>
      findTarget(link, { root, source, path, sources }),
    );
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), text);
    return { path, ...describe(text), text };
  });
}

/** @param {string} text @param {(target: string) => string | undefined} findTarget @returns {string} */
function prepareText(text, findTarget) {
  const withoutComments = text.replace(/^<!--[^]*?-->\n/gmu, '');
  let marker = '';
  /** @type {string[]} */
  let prose = [];
  /** @type {string[]} */
  const parts = [];
  const endProse = () => {
    if (prose.length > 0) parts.push(prepareLinks(prose.join('\n'), findTarget));
    prose = [];
  };
  for (const line of withoutComments.split('\n')) {
    const { open = '', language = '' } = fence.exec(line)?.groups ?? {};
    const found = open.trim();
    if (marker === '' && !found) {
      prose.push(line);
    } else if (marker === '') {
      endProse();
      marker = found;
      parts.push(`${open}${language === 'tree' ? 'text' : language}`);
    } else {
      if (found.startsWith(marker) && language === '') marker = '';
      parts.push(line);
    }
  }
  endProse();
  return parts.join('\n');
}

/** @param {string} prose @param {(target: string) => string | undefined} findTarget */
function prepareLinks(prose, findTarget) {
  return prose.replace(link, (whole, text, target) => {
    const found = findTarget(target);
    return found === undefined ? text : `[${text}](${found})`;
  });
}

/**
 * @param {string} target as the page has it
 * @param {{ root: string, source: string, path: string, sources: ReadonlyMap<string, string> }} about
 * @returns {string | undefined} nothing where the site has no such page
 */
function findTarget(target, { root, source, path, sources }) {
  if (/^(?:[a-z]+:|#)/u.test(target)) return target;
  const [file = '', anchor] = target.split('#');
  const resolved = posix.normalize(posix.join(posix.dirname(source), file)).replace(/\/$/u, '');
  const isFolder = statSync(join(root, resolved), { throwIfNoEntry: false })?.isDirectory();
  const found = sources.get(isFolder ? `${resolved}/README.md` : resolved);
  if (found === undefined) return undefined;
  const relative = posix.relative(posix.dirname(path), found).replace(/\.md$/u, '.html');
  return anchor === undefined ? relative : `${relative}#${anchor}`;
}

/** @param {string} text @returns {{ title: string, summary: string }} */
function describe(text) {
  const title = /^# (.+)$/mu.exec(text)?.[1] ?? '';
  const summary = /^(?![#|`\s])[^\n]+(?:\n(?![#|`\s])[^\n]+)*/mu.exec(text.replace(/^# .*$/mu, ''))?.[0] ?? '';
  return { title: title.replaceAll('`', ''), summary: summary.replace(/\s+/gu, ' ').replace(link, '$<text>') };
}
