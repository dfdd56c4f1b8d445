/**
 * Writes text as a string literal without invisible characters or ones that change the writing direction.
 */

// Controls, the byte order mark, separators that once ended lines, and marks that reorder what is shown.
// oxlint-disable-next-line no-control-regex
const invisible = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f]/g;

/** Writes a string literal in double quotes. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(invisible, escapeUnit);
}

/** Writes the template literal type of all strings with a prefix. */
export function quoteTemplate(prefix: string): string {
  return `\`${prefix.replace(/[`\\$]/g, '\\$&')}\${string}\``;
}

/** Removes characters that are not visible; line breaks and tabs stay, and lone surrogates are replaced. */
export function showable(text: string): string {
  return text
    .replace(controls, '')
    .replace(invisible, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
