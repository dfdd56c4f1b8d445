/**
 * Determines whether no JSON can have a type: it is callable, has methods, is a built-in object, or requires such a part.
 *
 * Examines required parts, at any depth: optional ones may be absent, and an array or a record may be empty.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { findList } from './find-list.js';
import { findSource } from './find-source.js';
import { isFunction } from './is-function.js';
import { hasPlainName, readMember, reasonInMembers } from './object-members.js';
import { isReadBuiltIn } from './read-built-in.js';
import { reasonToRefuseObject, type Refusal } from './refuse-type.js';
import { membersOf } from './type-site.js';

const searches = new WeakMap<Reading, Search>();

/** Returns the reason why no argument can have this type; `undefined` when one can, or when it is unknown. */
export function reasonAgainstJson(reading: Reading, type: ts.Type): Refusal | undefined {
  const search = searches.get(reading) ?? new Search(reading);
  searches.set(reading, search);
  return search.begin(type);
}

/** Deeper than any finite type needs. */
const maxLevels = 32;
const maxLooks = 1000;

class Search {
  readonly #reading: Reading;
  readonly #known = new Map<ts.Type, Refusal | undefined>();
  /** The types being examined, with their levels. */
  readonly #open = new Map<ts.Type, number>();
  /** The outermost level that was reached again; findings inside it depend on its own result. */
  #metLevel = Infinity;
  #looks = 0;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  begin(type: ts.Type): Refusal | undefined {
    this.#looks = 0;
    this.#metLevel = Infinity;
    return this.#reasonOf(type);
  }

  #reasonOf(type: ts.Type): Refusal | undefined {
    if (this.#known.has(type)) return this.#known.get(type);
    const level = this.#open.size;
    const met = level > maxLevels || this.#looks++ > maxLooks ? -1 : this.#open.get(type);
    if (met !== undefined) {
      this.#metLevel = Math.min(this.#metLevel, met);
      return undefined;
    }
    const before = this.#metLevel;
    this.#metLevel = Infinity;
    this.#open.set(type, level);
    const reason = this.#lookAt(type);
    this.#open.delete(type);
    if (reason || this.#metLevel >= level) this.#known.set(type, reason);
    this.#metLevel = Math.min(before, reason || this.#metLevel >= level ? Infinity : this.#metLevel);
    return reason;
  }

  #lookAt(type: ts.Type): Refusal | undefined {
    if (type.flags & compiler.TypeFlags.ESSymbolLike) return { code: 'SIGIL048', says: 'has no JSON value' };
    if (type.isUnion()) return this.#reasonOfAll(membersOf(type));
    const parts = type.isIntersection() ? type.types : [type];
    if (!parts.every((part) => part.flags & compiler.TypeFlags.Object)) return undefined;
    if (isReadBuiltIn({ reading: this.#reading }, type)) return undefined;
    const source = findSource(this.#reading, type);
    if (source) return source.refusal ?? this.#reasonOf(source.type);
    const elements = this.#neededElements(type);
    if (elements) return this.#reasonOfAny(elements);
    for (const part of parts) {
      const reason = reasonToRefuseObject(this.#reading, part);
      if (reason) return reason;
    }
    const symbols = this.#reading.checker.getPropertiesOfType(type);
    return reasonInMembers(symbols, type) ?? this.#reasonInNeeded(symbols);
  }

  #reasonOfAll(types: readonly ts.Type[]): Refusal | undefined {
    let first: Refusal | undefined;
    for (const type of types) {
      const reason = this.#reasonOf(type);
      if (!reason) return undefined;
      first ??= reason;
    }
    return first;
  }

  #reasonOfAny(types: readonly ts.Type[]): Refusal | undefined {
    for (const type of types) {
      const reason = this.#reasonOf(type);
      if (reason) return { code: reason.code, says: `needs an item that ${reason.says}` };
    }
    return undefined;
  }

  /** Returns `undefined` when it is not a list. */
  #neededElements(type: ts.Type): readonly ts.Type[] | undefined {
    const found = findList(this.#reading, type);
    if (!found) return undefined;
    if ('elements' in found) return found.elements;
    const { checker } = this.#reading;
    if ('items' in found || !checker.isTupleType(found.list)) return [];
    // Sound because the checker says that it is a tuple, which is always a reference whose target knows the required elements.
    const reference = found.list as ts.TupleTypeReference;
    const { elementFlags } = reference.target;
    const { Required } = compiler.ElementFlags;
    return checker.getTypeArguments(reference).filter((_, index) => elementFlags[index] === Required);
  }

  #reasonInNeeded(symbols: readonly ts.Symbol[]): Refusal | undefined {
    const { checker } = this.#reading;
    for (const symbol of symbols.filter(hasPlainName)) {
      const member = readMember(checker, symbol);
      if (member.isOptional) continue;
      if (isFunction(this.#reading, member)) return { code: 'SIGIL042', says: 'needs a function' };
      const reason = this.#reasonOf(member.type);
      if (reason?.says.startsWith('needs ')) return reason;
      if (reason) return { code: reason.code, says: `needs "${symbol.getName()}", which ${reason.says}` };
    }
    return undefined;
  }
}
