/**
 * The site of a type: for the words and the place of a diagnostic, and for the syntax that determines order and doc tags.
 */
import type { ts } from 'ts-morph';
import type { SchemaNode } from '../../model/schema-node.js';
import type { Place } from '../program/problems.js';
import { placeOfDeclaration, type Reading } from '../program/reading.js';
import type { DefinitionCache, Definitions, TypeRole } from './definitions.js';
import type { WrittenType } from './written-type.js';

/** The site of a type, and the role in which it is read. */
export interface TypeSite {
  /** The nearest place in the plugin's own files. */
  readonly at: Place;
  /** The subject of messages: `tool "upload"`. */
  readonly owner: string;
  readonly role: TypeRole;
  /** The noun for a root that is not a parameter: `member`. */
  readonly noun?: string;
  /** The path from the parameter: `file.content`; empty for the root of a result. */
  readonly path: string;
  /** The syntax of the type in the source, if any. */
  readonly written: WrittenType | undefined;
  /** The nearest member around the type; undefined for the root. */
  readonly declaration?: ts.Declaration | undefined;
  /** True where a value may be content, itself or in a list; members of objects are data. */
  readonly mayBeContent?: boolean;
  /** The named types shared with other roots, such as the other parameters; without it the root has its own. */
  readonly definitions?: Definitions;
}

/** Reads types into nodes; reports types that cannot be read, and returns `undefined`. */
export interface TypeReader {
  readonly reading: Reading;
  /** Reads a type that may not be undefined. */
  read(type: ts.Type, site: TypeSite): SchemaNode | undefined;
  /** Reads a type in which undefined means that the value may be absent. */
  readPresent(type: ts.Type, site: TypeSite): SchemaNode | undefined;
}

/** Reads the parts of one root. */
export interface PartReader extends TypeReader {
  readonly definitions: Definitions;
  readonly cache: DefinitionCache;
}

/** The difference between a site and that of one of its members. */
export interface MemberStep {
  /** `[]` for items, absent for a member of a union; a property has a name instead. */
  readonly step?: string;
  readonly name?: string;
  readonly written: WrittenType | undefined;
  readonly declared?: { readonly reading: Reading; readonly by: ts.Declaration | undefined };
}

/** Returns the site of a member of the type at `site`. */
export function siteOfMember(site: TypeSite, member: MemberStep): TypeSite {
  return new MemberSite(site, member);
}

/** Computes its path and its place only for a report, which is rare. */
class MemberSite implements TypeSite {
  readonly owner: string;
  readonly role: TypeRole;
  readonly noun?: string;
  readonly mayBeContent: boolean;
  readonly written: WrittenType | undefined;
  readonly #around: TypeSite;
  readonly #member: MemberStep;

  constructor(around: TypeSite, member: MemberStep) {
    this.owner = around.owner;
    this.role = around.role;
    this.written = member.written;
    this.mayBeContent = around.mayBeContent === true && member.name === undefined;
    if (around.noun !== undefined) this.noun = around.noun;
    this.#around = around;
    this.#member = member;
  }

  get at(): Place {
    const { declared } = this.#member;
    return declared ? placeOfDeclaration(declared.reading, declared.by, this.#around.at) : this.#around.at;
  }

  get declaration(): ts.Declaration | undefined {
    return this.#member.declared ? this.#member.declared.by : this.#around.declaration;
  }

  get path(): string {
    const { path } = this.#around;
    const { name, step = name === undefined ? '' : stepTo(name) } = this.#member;
    return path === '' && step.startsWith('.') ? step.slice(1) : `${path}${step}`;
  }
}

function stepTo(name: string): string {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Returns a text such as `tool "upload", parameter "file.content"`. */
export function describeSite(site: TypeSite): string {
  const { owner, role, noun, path } = site;
  if (role === 'result') return path === '' ? `${owner}, result` : `${owner}, result "${path}"`;
  if (path !== '') return `${owner}, ${noun ?? 'parameter'} "${path}"`;
  return noun === undefined ? `${owner}, destructured parameter` : owner;
}

/** Returns the members of a union, or the type itself. */
export function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}
