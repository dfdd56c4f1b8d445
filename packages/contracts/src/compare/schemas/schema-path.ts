/**
 * Writes places in a schema in a readable form: `input.filters.tags[]`, `config["a b"].*`.
 */

const identifier = /^[A-Za-z_$][\w$]*$/;

/** Returns the path of a property of the object at `path`. */
export function memberPath(path: string, name: string): string {
  return identifier.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
}

/** Returns the path of an item of the array at `path`: one place of a tuple, or any. */
export function itemPath(path: string, index?: number): string {
  return `${path}[${index ?? ''}]`;
}

/** Returns the path of all other properties of the object at `path`. */
export function othersPath(path: string): string {
  return `${path}.*`;
}

/** Returns the path of the properties whose names match a pattern. */
export function patternPath(path: string, pattern: string): string {
  return `${path}[/${pattern}/]`;
}

/** Returns the path of the names of the properties, as values. */
export function namesPath(path: string): string {
  return `${path}.(name)`;
}

/** Returns the path of one member of a union; `mark` identifies it. */
export function alternativePath(path: string, mark: string): string {
  return `${path}(${mark})`;
}
