/**
 * Texts with places for named arguments: `--depth={depth}`.
 *
 * `{{name}}` is the text `{name}`, `${name}` stays what it is, and braces around anything but a name are braces.
 */

/** A text between or beside places, or the name of what comes into a place. */
export type TemplatePart = { readonly text: string } | { readonly place: string };

export type Template = readonly TemplatePart[];

const placeForm = /\{\{([A-Za-z_][A-Za-z0-9_]*)\}\}|(?<!\$)\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Never fails: what is no place is text. */
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

/** The names of what comes into the template's places. */
export function placesOf(templates: readonly Template[]): ReadonlySet<string> {
  return new Set(templates.flat().flatMap((part) => ('place' in part ? [part.place] : [])));
}

/** @returns `undefined` when there is nothing for one of its places */
export function fillTemplate(template: Template, values: ReadonlyMap<string, string>): string | undefined {
  let filled = '';
  for (const part of template) {
    const piece = 'text' in part ? part.text : values.get(part.place);
    if (piece === undefined) return undefined;
    filled += piece;
  }
  return filled;
}
