// @ts-check
/**
 * Fills in the templates of URIs: `{name}`, and `{+name}` for a part that may hold slashes.
 *
 * Spec: RFC 6570, level 1 and reserved expansion
 */
import { textOf } from './json.js';

const expression = /\{(\+?)([^{}]+)\}/g;

/** @param {string} template */
export function variablesOf(template) {
  return [...new Set([...template.matchAll(expression)].map(([, , name]) => name ?? ''))];
}

/**
 * @param {string} template
 * @param {import('./json.js').JsonObject} values
 */
export function expandTemplate(template, values) {
  return template.replace(expression, (_, plus, name) => {
    const value = textOf(values[name]) ?? '';
    return plus === '+' ? encodeURI(value) : encodeURIComponent(value);
  });
}
