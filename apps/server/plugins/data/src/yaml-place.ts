/**
 * Reads a YAML document member by member; a value that does not fit is refused with its file, line and field.
 */
import { nearestNames } from '@sigil/core';
import { isMap, isNode, LineCounter, parseDocument, type Document } from 'yaml';

/** A model that cannot be used. Its message names the file, the line and the field. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** A value of the document and the way to it. */
export class YamlPlace {
  private constructor(
    readonly value: unknown,
    private readonly path: readonly string[],
    private readonly document: { readonly name: string; readonly tree: Document; readonly lines: LineCounter },
  ) {}

  /** @throws ModelError when the text is no YAML */
  static read(text: string, name: string): YamlPlace {
    const lines = new LineCounter();
    const tree = parseDocument(text, { lineCounter: lines, uniqueKeys: true, merge: false });
    const [error] = tree.errors;
    if (error) throw new ModelError(`${name}:${error.linePos?.[0].line ?? 1}: ${error.message.split('\n', 1)[0]}`);
    return new YamlPlace(tree.toJS({ maxAliasCount: 0 }), [], { name, tree, lines });
  }

  fail(says: string): never {
    const { name, tree, lines } = this.document;
    let at = 0;
    for (let length = this.path.length; length >= 0; length--) {
      const node: unknown = tree.getIn(this.path.slice(0, length), true);
      if (!isNode(node) || !node.range) continue;
      at = node.range[0];
      break;
    }
    const field = this.path.length === 0 ? 'the model' : this.path.join('.');
    throw new ModelError(`${name}:${lines.linePos(at).line}: ${field} ${says}`);
  }

  /** The members of an object that has no other ones; an absent one has the value `undefined`. */
  members<Name extends string>(names: readonly Name[]): Record<Name, YamlPlace> {
    const found = this.object();
    for (const name of Object.keys(found)) {
      if ((names as readonly string[]).includes(name)) continue;
      const [nearest] = nearestNames(name, names);
      const hint = nearest === undefined ? `one of ${names.join(', ')}` : `"${nearest}"`;
      this.at(name).fail(`is no key that there is; expected ${hint}`);
    }
    return Object.fromEntries(names.map((name) => [name, this.at(name)])) as Record<Name, YamlPlace>;
  }

  /** The members of an object by names that the model's owner chose; none where it is absent. */
  entries(): [string, YamlPlace][] {
    if (this.value === undefined) return [];
    return Object.keys(this.object()).map((name) => {
      const member = this.at(name);
      if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)) member.fail('must have a name of letters, digits and "_"');
      return [name, member];
    });
  }

  text(): string {
    if (typeof this.value !== 'string' || this.value.trim() === '')
      return this.fail(`must be a text, got ${kindOf(this.value)}`);
    return this.value;
  }

  optionalText(): string | undefined {
    return this.value === undefined ? undefined : this.text();
  }

  texts(): string[] {
    if (this.value === undefined) return [];
    if (!Array.isArray(this.value)) return this.fail(`must be a list of texts, got ${kindOf(this.value)}`);
    return this.value.map((_, index) => this.at(String(index)).text());
  }

  /** The entries of a list; none where it is absent. */
  list(): YamlPlace[] {
    if (this.value === undefined) return [];
    if (!Array.isArray(this.value)) return this.fail(`must be a list, got ${kindOf(this.value)}`);
    return this.value.map((_, index) => this.at(String(index)));
  }

  oneOf<Value extends string>(values: readonly Value[]): Value {
    const found = values.find((value) => value === this.value);
    return found ?? this.fail(`must be one of ${values.join(', ')}`);
  }

  at(name: string): YamlPlace {
    const value: unknown = Object(this.value) === this.value ? Reflect.get(Object(this.value), name) : undefined;
    const own = Object(this.value) === this.value && Object.hasOwn(Object(this.value), name);
    return new YamlPlace(own ? value : undefined, [...this.path, name], this.document);
  }

  private object(): Record<string, unknown> {
    const node: unknown = this.document.tree.getIn(this.path, true);
    const isRoot = this.path.length === 0 && isMap(this.document.tree.contents);
    if (!isRoot && !isMap(node)) return this.fail(`must have members, got ${kindOf(this.value)}`);
    return this.value as Record<string, unknown>; // a map of the document
  }
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return Array.isArray(value) ? 'a list' : typeof value;
}
