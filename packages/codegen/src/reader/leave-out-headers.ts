/**
 * Removes headers from a copy of a type: those that a package asks for but that cannot be sent. Knows nothing of the reasons.
 */
import { innerNodes } from '../manifest/inner-nodes.js';
import type { Definition, HeaderNote, PlainNode, SchemaNode } from '../model/schema-node.js';

/** Returns the type without these headers; a type without any of them stays the same object. */
export function leaveOutHeaders(node: SchemaNode, unsent: ReadonlySet<HeaderNote>): SchemaNode {
  return new Copy(unsent).of(node);
}

class Copy {
  readonly #unsent: ReadonlySet<HeaderNote>;
  readonly #definitions = new Map<Definition, Definition>();

  constructor(unsent: ReadonlySet<HeaderNote>) {
    this.#unsent = unsent;
  }

  of(node: SchemaNode): SchemaNode {
    return this.#isFree(node, new Set()) ? node : this.#bare(this.#inside(node));
  }

  #isFree(node: SchemaNode, seen: Set<Definition>): boolean {
    const header = node.documentation?.header;
    if (header && this.#unsent.has(header)) return false;
    if (node.kind !== 'ref') return innerNodes(node).every((inner) => this.#isFree(inner, seen));
    if (seen.has(node.definition)) return true;
    seen.add(node.definition);
    return this.#isFree(node.definition.node, seen);
  }

  #bare(node: SchemaNode): SchemaNode {
    const { header, ...documentation } = node.documentation ?? {};
    return header && this.#unsent.has(header) ? { ...node, documentation } : node;
  }

  #inside(node: SchemaNode): SchemaNode {
    if (node.kind === 'ref') return { ...node, definition: this.#definition(node.definition) };
    return this.#composite(node);
  }

  #composite(node: PlainNode): PlainNode {
    switch (node.kind) {
      case 'array':
      case 'set':
        return { ...node, items: this.of(node.items) };
      case 'tuple': {
        const { rest, tail } = node;
        const all = { ...node, items: node.items.map((item) => this.of(item)) };
        return {
          ...all,
          ...(rest && { rest: this.of(rest) }),
          ...(tail && { tail: tail.map((item) => this.of(item)) }),
        };
      }
      case 'object': {
        const { properties, patterns, additional } = node;
        return {
          ...node,
          properties: properties.map((one) => ({ ...one, node: this.of(one.node) })),
          ...(patterns && { patterns: patterns.map((one) => ({ ...one, node: this.of(one.node) })) }),
          ...(additional && { additional: this.of(additional) }),
        };
      }
      case 'map':
        return { ...node, keys: this.of(node.keys), values: this.of(node.values) };
      case 'union':
        return { ...node, members: node.members.map((member) => this.of(member)) };
      default:
        return node;
    }
  }

  /** Copies a definition lazily, since a type may be recursive. */
  #definition(definition: Definition): Definition {
    const known = this.#definitions.get(definition);
    if (known) return known;
    let node: PlainNode | undefined;
    const inside = (): PlainNode => {
      const plain = this.#bare(this.#composite(definition.node));
      // A copy has the same kind.
      return plain.kind === 'ref' ? definition.node : plain;
    };
    const copy: Definition = {
      name: definition.name,
      isRecursive: definition.isRecursive,
      get node() {
        return (node ??= inside());
      },
    };
    this.#definitions.set(definition, copy);
    return copy;
  }
}
