// @ts-check
/**
 * Shows what a server answered: text as text, tables, pictures and sounds as such, links with a way to read them, the rest as JSON.
 */
import { button, element } from './element.js';
import { isObject, listOf, pretty, textOf } from './json.js';
import { readMarkdownTable, readTable } from './read-table.js';

/** @typedef {import('./json.js').JsonValue} JsonValue */
/** @typedef {import('./json.js').JsonObject} JsonObject */
/** @typedef {import('./read-table.js').Table} Table */
/** @typedef {(uri: string) => void} OnRead what the reader does to follow a link to a resource */

const longestShown = 100_000;
const mostRows = 500;

/**
 * The result of a tool.
 *
 * @param {JsonObject} result
 * @param {OnRead} onRead
 * @returns {HTMLElement[]}
 */
export function showToolResult(result, onRead) {
  const structured = result['structuredContent'];
  const blocks = listOf(result['content']).filter((block) => !isTwin(block, structured));
  const shown = blocks.map((block) => showBlock(block, onRead));
  const table = readTable(structured);
  if (table) shown.push(showTable(table, writeTabs(table)));
  if (structured !== undefined) shown.push(showText('Structured content', pretty(structured)));
  return shown.length > 0 ? shown : [element('p', { class: 'empty' }, 'The answer is empty.')];
}

/**
 * The contents of a resource.
 *
 * @param {JsonObject} result
 * @returns {HTMLElement[]}
 */
export function showResource(result) {
  return listOf(result['contents']).map(showContents);
}

/**
 * The messages of a prompt.
 *
 * @param {JsonObject} result
 * @param {OnRead} onRead
 * @returns {HTMLElement[]}
 */
export function showPrompt(result, onRead) {
  return listOf(result['messages'])
    .filter(isObject)
    .map((message) =>
      element(
        'div',
        { class: 'message' },
        element('p', { class: 'role' }, textOf(message['role']) ?? ''),
        showBlock(message['content'] ?? null, onRead),
      ),
    );
}

/**
 * A text in a box that scrolls, with a button that copies all of it.
 *
 * @param {string} label
 * @param {string} text
 * @returns {HTMLElement}
 */
export function showText(label, text) {
  const isCut = text.length > longestShown;
  const code = element('code', {}, isCut ? text.slice(0, longestShown) : text);
  return element(
    'figure',
    { class: 'block' },
    element(
      'figcaption',
      {},
      label,
      element('button', { type: 'button', class: 'quiet', 'data-copy': text, 'aria-label': `Copy ${label}` }, 'Copy'),
    ),
    element('pre', { tabindex: 0, role: 'region', 'aria-label': label }, code),
    isCut &&
      element('p', { class: 'hint' }, `The first ${longestShown} of ${text.length} characters; copying takes all.`),
  );
}

/**
 * A table in a box that scrolls, with a button that copies it.
 *
 * @param {Table} table
 * @param {string} copied
 * @param {string} [after] what is said below it
 * @returns {HTMLElement}
 */
function showTable({ head, rows, numeric }, copied, after = '') {
  const label = 'Table';
  /** @param {number} at */
  const kind = (at) => (numeric[at] ? { class: 'number' } : {});
  const heads = head.map((name, at) => element('th', { scope: 'col', ...kind(at) }, name));
  const lines = rows
    .slice(0, mostRows)
    .map((row) => element('tr', {}, ...row.map((cell, at) => element('td', kind(at), cell))));
  const isCut = rows.length > mostRows;
  const hint = isCut ? `The first ${mostRows} of ${rows.length} rows; copying takes all.` : after;
  return element(
    'figure',
    { class: 'block' },
    element(
      'figcaption',
      {},
      `${label}, ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`,
      element('button', { type: 'button', class: 'quiet', 'data-copy': copied, 'aria-label': `Copy ${label}` }, 'Copy'),
    ),
    element(
      'div',
      { class: 'rows', tabindex: 0, role: 'region', 'aria-label': label },
      element('table', {}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...lines)),
    ),
    hint !== '' && element('p', { class: 'hint' }, hint),
  );
}

/**
 * As spreadsheets take it.
 *
 * @param {Table} table
 */
function writeTabs({ head, rows }) {
  return [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll(/[\t\n]/g, ' ')).join('\t')).join('\n');
}

/**
 * @param {string} text
 * @returns {HTMLElement}
 */
function showWords(text) {
  const found = readMarkdownTable(text);
  return found ? showTable(found.table, text, found.after) : showText('Text', text);
}

/**
 * @param {JsonValue} block
 * @param {OnRead} onRead
 * @returns {HTMLElement}
 */
function showBlock(block, onRead) {
  if (!isObject(block)) return showText('Unknown content', pretty(block));
  const mimeType = textOf(block['mimeType']) ?? '';
  const data = textOf(block['data']) ?? '';
  if (block['type'] === 'text') return showWords(textOf(block['text']) ?? '');
  if (block['type'] === 'image') return showMedia(mimeType, data);
  if (block['type'] === 'audio') return showMedia(mimeType, data);
  if (block['type'] === 'resource_link') return showLink(block, onRead);
  if (block['type'] === 'resource') return showContents(block['resource'] ?? null);
  return showText('Content', pretty(block));
}

/** @param {JsonValue} contents */
function showContents(contents) {
  if (!isObject(contents)) return showText('Unknown content', pretty(contents));
  const uri = textOf(contents['uri']) ?? 'Resource';
  const mimeType = textOf(contents['mimeType']) ?? '';
  const text = textOf(contents['text']);
  if (text !== undefined) return showText(mimeType === '' ? uri : `${uri}, ${mimeType}`, text);
  return showMedia(mimeType, textOf(contents['blob']) ?? '', uri);
}

/**
 * @param {string} mimeType
 * @param {string} base64
 * @param {string} [name]
 */
function showMedia(mimeType, base64, name = mimeType) {
  const address = `data:${mimeType};base64,${base64}`;
  const file = fileName(name, mimeType);
  const size = describeSize((base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0));
  const download = element('a', { class: 'button quiet', href: address, download: file }, 'Download');
  download.setAttribute('aria-label', `Download ${file}`);
  return element(
    'figure',
    { class: 'block' },
    element('figcaption', {}, name === mimeType ? name : `${name}, ${mimeType || 'unknown type'}`, download),
    showBytes(mimeType, address, name) ?? element('p', { class: 'bytes' }, `${file}, ${size}`),
  );
}

/**
 * @param {string} mimeType
 * @param {string} address
 * @param {string} name
 */
function showBytes(mimeType, address, name) {
  if (mimeType.startsWith('image/')) return element('img', { src: address, alt: name });
  if (mimeType.startsWith('audio/')) return element('audio', { src: address, controls: true, 'aria-label': name });
  if (mimeType.startsWith('video/')) return element('video', { src: address, controls: true, 'aria-label': name });
  return undefined;
}

/** @type {Readonly<Record<string, string>>} */
const extensions = { 'svg+xml': 'svg', jpeg: 'jpg', mpeg: 'mp3', 'octet-stream': 'bin', 'x-wav': 'wav' };

/**
 * What a download is called: after the end of its address, or after its type.
 *
 * @param {string} name
 * @param {string} mimeType
 */
function fileName(name, mimeType) {
  const kind = mimeType.split('/')[1]?.split(';')[0] ?? 'octet-stream';
  const extension = extensions[kind] ?? kind;
  const end = name === mimeType ? '' : (name.split(/[/?#]/).findLast((part) => part !== '') ?? '');
  const safe = end.replaceAll(/[^\w.-]+/g, '-').slice(0, 80);
  if (/\.\w{1,5}$/.test(safe)) return safe;
  return `${safe || 'result'}.${extension}`;
}

/** @param {number} count of bytes */
function describeSize(count) {
  if (count < 1_000) return `${count} ${count === 1 ? 'byte' : 'bytes'}`;
  return count < 1_000_000 ? `${(count / 1_000).toFixed(1)} kB` : `${(count / 1_000_000).toFixed(1)} MB`;
}

/**
 * @param {JsonObject} link
 * @param {OnRead} onRead
 */
function showLink(link, onRead) {
  const uri = textOf(link['uri']) ?? '';
  const description = textOf(link['description']);
  return element(
    'div',
    { class: 'block link' },
    element(
      'p',
      {},
      element('strong', {}, textOf(link['title']) ?? textOf(link['name']) ?? uri),
      ' ',
      element('code', {}, uri),
    ),
    description !== undefined && element('p', { class: 'hint' }, description),
    button('Read', () => onRead(uri), { 'aria-label': `Read ${uri}` }),
  );
}

/**
 * Returns whether a text only repeats the structured content, for clients that know no other.
 *
 * @param {JsonValue} block
 * @param {JsonValue | undefined} structured
 */
function isTwin(block, structured) {
  if (structured === undefined || !isObject(block) || block['type'] !== 'text') return false;
  try {
    return JSON.stringify(JSON.parse(textOf(block['text']) ?? '')) === JSON.stringify(structured);
  } catch {
    // A text of its own.
    return false;
  }
}
