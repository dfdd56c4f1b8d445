/**
 * Reads the members of a JSON object, and collects all problems instead of stopping at the first.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { readMembers, type MemberForm, type ReadMembers } from './member-forms.js';

/** The place of an object, and the list for its problems. */
export interface Place {
  /** The beginning of a message: `server "echo"`, `server "echo": tools.echo`. */
  readonly where: string;
  readonly problems: string[];
}

class MemberProblem extends Error {}

/** Returns the valid members. */
export function collectMembers<Given extends Readonly<Record<string, MemberForm<unknown>>>>(
  given: JsonObject,
  forms: Given,
  { where, problems }: Place,
): ReadMembers<Given> {
  const members: ReadMembers<Given> = {};
  for (const [name, value] of Object.entries(given)) {
    try {
      const fail = (message: string): Error => new MemberProblem(message);
      Object.assign(members, readMembers({ [name]: value }, forms, { where, fail }));
    } catch (error) {
      if (!(error instanceof MemberProblem)) throw error;
      problems.push(error.message);
    }
  }
  return members;
}

/** A string that may be empty. */
export const anyText: MemberForm<string> = {
  expected: 'a text',
  read: (value) => (typeof value === 'string' ? value : undefined),
};

/** A list; the caller reads its items. */
export const list: MemberForm<readonly JsonValue[]> = {
  expected: 'a list',
  read: (value) => (Array.isArray(value) ? (value as readonly JsonValue[]) : undefined),
};

/** @param expected a phrase for the meaning of the pattern */
export function textLike(pattern: RegExp, expected: string): MemberForm<string> {
  return { expected, read: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined) };
}

/** The allowed names of a tool, a prompt or a server. */
export const namePattern = /^[A-Za-z0-9_.-]{1,64}$/;

/** A name of a tool, a prompt or a server. */
export const componentName = textLike(namePattern, 'a name of 1 to 64 of A-Z a-z 0-9 _ . -');
