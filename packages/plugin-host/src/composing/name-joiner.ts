/**
 * Joins a namespace and names, without repeating the namespace before names that begin with it.
 */

/** The namespace of a part of a composition. */
export interface Namespace {
  readonly namespace: string | undefined;
  /** Joins the namespace and a name, and replaces every dot in either. */
  readonly separator: string;
}

/** Joins the namespace of one part and the names of its components of one kind. */
export class NameJoiner {
  readonly namespace: string | undefined;
  readonly separator: string;
  /** The names that begin with the namespace, which is not repeated before them. */
  readonly #whole: ReadonlySet<string>;

  constructor({ namespace, separator }: Namespace, names: readonly string[]) {
    this.namespace = namespace;
    this.separator = separator;
    this.#whole = new Set(namespace === undefined ? [] : findWhole(names, namespace));
  }

  /** Returns the name in the composition. */
  join(name: string): string {
    return this.joinTwice(this.#whole.has(name) ? this.#withoutNamespace(name) : name);
  }

  /** Returns the prefixes in the composition of the `names`, all of which begin with `prefix`. */
  joinPrefix(prefix: string, names: readonly string[]): ReadonlySet<string> {
    return new Set(
      names.map((name) => this.joinTwice(this.#whole.has(name) ? this.#withoutNamespace(prefix) : prefix)),
    );
  }

  /** Repeats the namespace before a name that begins with it. Replaces every dot, since some clients refuse dots. */
  joinTwice(name: string): string {
    return this.namespace === undefined ? name : `${this.namespace}.${name}`.replaceAll('.', this.separator);
  }

  #withoutNamespace(name: string): string {
    return name.slice((this.namespace ?? '').length + 1);
  }
}

/** Finds the names that begin with the namespace, except where another name would be the same without it. */
function findWhole(names: readonly string[], namespace: string): readonly string[] {
  const taken = new Set(names);
  return names.filter((name) => {
    const rest = name.slice(namespace.length + 1);
    return name.startsWith(namespace) && /^[._-]./.test(name.slice(namespace.length)) && !taken.has(rest);
  });
}
