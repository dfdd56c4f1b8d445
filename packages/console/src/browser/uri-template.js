// @ts-check
/**
 * Fills in the templates of URIs, with all operators and modifiers, for values that are texts.
 *
 * Spec: RFC 6570, level 3, with prefixes
 */
import { textOf } from './json.js';

const expression = /\{([+#./;?&]?)([^{}]+)\}/g;

/**
 * The beginning of each operator's value, what stands between two variables, and whether their names are written.
 *
 * @type {Readonly<Record<string, { first: string, between: string, named?: boolean, reserved?: boolean }>>}
 */
const operators = {
  '': { first: '', between: ',' },
  '+': { first: '', between: ',', reserved: true },
  '#': { first: '#', between: ',', reserved: true },
  '.': { first: '.', between: '.' },
  '/': { first: '/', between: '/' },
  ';': { first: ';', between: ';', named: true },
  '?': { first: '?', between: '&', named: true },
  '&': { first: '&', between: '&', named: true },
};

/**
 * The variables in order; those of a query may be left out.
 *
 * @param {string} template
 * @returns {{ name: string, required: boolean }[]}
 */
export function variablesOf(template) {
  /** @type {Map<string, boolean>} */
  const found = new Map();
  for (const [, operator = '', list = ''] of template.matchAll(expression)) {
    const isQuery = operator === '?' || operator === '&';
    for (const { name } of readList(list)) found.set(name, !isQuery || found.get(name) === true);
  }
  return [...found].map(([name, required]) => ({ name, required }));
}

/**
 * @param {string} template
 * @param {import('./json.js').JsonObject} values a variable without one is left out
 */
export function expandTemplate(template, values) {
  const literals = template.split(/\{[^{}]*\}/).map(encodeLiteral);
  const written = [...template.matchAll(expression)].map(([, operator = '', list = '']) =>
    expand(operator, list, values),
  );
  return literals.map((literal, index) => literal + (written[index] ?? '')).join('');
}

/**
 * @param {string} operator
 * @param {string} list
 * @param {import('./json.js').JsonObject} values
 */
function expand(operator, list, values) {
  const { first = '', between = ',', named = false, reserved = false } = operators[operator] ?? {};
  const parts = readList(list).flatMap(({ name, length }) => {
    const text = textOf(values[name]);
    if (text === undefined) return [];
    const value = encode(length === undefined ? text : [...text].slice(0, length).join(''), reserved);
    if (!named) return [value];
    return [value === '' && operator === ';' ? name : `${name}=${value}`];
  });
  return parts.length === 0 ? '' : first + parts.join(between);
}

/** @param {string} list @returns {{ name: string, length: number | undefined }[]} */
function readList(list) {
  return list.split(',').map((text) => {
    const [name = '', length] = text.replace(/\*$/, '').split(':');
    return { name, length: length === undefined ? undefined : Number(length) };
  });
}

/** @param {string} text @param {boolean} reserved keeps the characters that separate parts of a URI, and escapes */
function encode(text, reserved) {
  if (reserved) return encodeLiteral(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'));
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Encodes what no URI may contain. @param {string} text */
function encodeLiteral(text) {
  return text.replace(/[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/g, encodeURIComponent);
}
