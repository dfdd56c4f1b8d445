// @ts-check
/**
 * Makes elements. Text goes in as text and never as markup, so nothing that a server says can become part of the page.
 */

/** @typedef {string | number | boolean | undefined} Attribute */
/** @typedef {Node | string | undefined | false} Child */

/**
 * Makes one element; attributes that are `undefined` or `false` are left out, `true` stands without a value.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Readonly<Record<string, Attribute>>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child !== undefined && child !== false) made.append(child);
  return made;
}

/**
 * A button that does something and never submits.
 *
 * @param {string} text
 * @param {() => void} onClick
 * @param {Readonly<Record<string, Attribute>>} [attributes]
 * @returns {HTMLButtonElement}
 */
export function button(text, onClick, attributes = {}) {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', onClick);
  return made;
}

/**
 * A description with its `code` set apart, as doc comments write it; empty lines begin paragraphs.
 *
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function paragraphs(text) {
  return text.split(/\n{2,}/).map((paragraph) => element('p', {}, ...inline(paragraph)));
}

/**
 * The same within one line.
 *
 * @param {string} text
 * @returns {Node[]}
 */
export function inline(text) {
  const parts = text.split(/`([^`\n]+)`/);
  return parts
    .map((part, index) => (index % 2 === 1 ? element('code', {}, part) : document.createTextNode(part)))
    .filter((node) => node.textContent !== '');
}

let count = 0;

/**
 * An id that nothing else on the page has.
 *
 * @param {string} kind
 */
export function newId(kind) {
  count += 1;
  return `${kind}-${count}`;
}
