/**
 * Texts with places for named arguments: `--depth={depth}`.
 *
 * `{{name}}` is the text `{name}`, `${name}` stays unchanged, and braces around anything but a name are ordinary braces.
 */

/** A literal text, or the name of the argument that fills a place. */
export type TemplatePart = { readonly text: string } | { readonly place: string };

export type Template = readonly TemplatePart[];

const placeForm = /\{\{([A-Za-z_][A-Za-z0-9_]*)\}\}|(?<!\$)\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Parses a template. Never fails: anything that is not a place is text. */
export function parseTemplate(text: string): Template {
  const parts: TemplatePart[] = [];
  let at = 0;
  for (const match of text.matchAll(placeForm)) {
    const [whole, escaped, place] = match;
    parts.push({ text: text.slice(at, match.index) });
    parts.push(place === undefined ? { text: `{${escaped}}` } : { place });
    at = match.index + whole.length;
  }
  parts.push({ text: text.slice(at) });
  return parts.filter((part) => !('text' in part) || part.text !== '');
}

/** Returns the names of the arguments that fill the templates' places. */
export function placesOf(templates: readonly Template[]): ReadonlySet<string> {
  return new Set(templates.flat().flatMap((part) => ('place' in part ? [part.place] : [])));
}

/** @returns `undefined` when a place has no value */
export function fillTemplate(template: Template, values: ReadonlyMap<string, string>): string | undefined {
  let filled = '';
  for (const part of template) {
    const piece = 'text' in part ? part.text : values.get(part.place);
    if (piece === undefined) return undefined;
    filled += piece;
  }
  return filled;
}
