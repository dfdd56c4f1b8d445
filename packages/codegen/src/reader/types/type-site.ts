/**
 * Where a type is met: for the words and the place of a diagnostic, and for the syntax that gives order and doc tags.
 */
import type { ts } from 'ts-morph';
import type { SchemaNode } from '../../model/schema-node.js';
import type { Place } from '../problems.js';
import type { Reading } from '../reading.js';
import type { WrittenType } from './written-type.js';

/** What a type is read for. */
export interface TypeSite {
  /** The nearest place in the plugin's own files. */
  readonly at: Place;
  /** `tool "upload"`. */
  readonly owner: string;
  readonly role: 'parameter' | 'result';
  /** From the parameter to the spot: `file.content`; empty for the root of a result. */
  readonly path: string;
  /** How the source writes the type, where it does. */
  readonly written: WrittenType | undefined;
  /** The types around this one, outermost first. */
  readonly around: readonly ts.Type[];
}

/** Reads types into nodes; what cannot be read is reported and gives `undefined`. */
export interface TypeReader {
  readonly reading: Reading;
  /** Reads a type that may not be undefined. */
  read(type: ts.Type, site: TypeSite): SchemaNode | undefined;
  /** Reads a type whose undefined means that the value may be left out. */
  readPresent(type: ts.Type, site: TypeSite): SchemaNode | undefined;
}

/** What differs between a site and the site of one of its members. */
export interface MemberStep {
  /** `.name` for a property, `[]` for items. */
  readonly step: string;
  readonly written: WrittenType | undefined;
  readonly at?: Place;
}

/** The site of a member of the type at `site`. */
export function siteOfMember(site: TypeSite, member: MemberStep): TypeSite {
  const path = site.path === '' && member.step.startsWith('.') ? member.step.slice(1) : `${site.path}${member.step}`;
  return { ...site, path, written: member.written, at: member.at ?? site.at };
}

/** `tool "upload", parameter "file.content"`. */
export function describeSite(site: TypeSite): string {
  if (site.role === 'parameter' && site.path === '') return `${site.owner}, destructured parameter`;
  if (site.role === 'parameter') return `${site.owner}, parameter "${site.path}"`;
  return site.path === '' ? `${site.owner}, result` : `${site.owner}, result "${site.path}"`;
}

/** The members of a union, or the type itself. */
export function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}
