/**
 * Writes spots in a schema as people would: `input.filters.tags[]`, `config["a b"].*`.
 */

const identifier = /^[A-Za-z_$][\w$]*$/;

/** A property of the object at `path`. */
export function memberPath(path: string, name: string): string {
  return identifier.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
}

/** An item of the array at `path`: one place of a tuple, or any. */
export function itemPath(path: string, index?: number): string {
  return `${path}[${index ?? ''}]`;
}

/** The path of all other properties that the object at `path` has. */
export function othersPath(path: string): string {
  return `${path}.*`;
}

/** The properties whose names match a pattern. */
export function patternPath(path: string, pattern: string): string {
  return `${path}[/${pattern}/]`;
}

/** The names of the properties, as values. */
export function namesPath(path: string): string {
  return `${path}.(name)`;
}

/** One member of a union; `mark` tells it from the others. */
export function alternativePath(path: string, mark: string): string {
  return `${path}(${mark})`;
}
