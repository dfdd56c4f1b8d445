/**
 * Reads the members of a JSON object and notes everything that does not fit, rather than only the first.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { readMembers, type MemberForm, type ReadMembers } from '../configuration/checked-members.js';

/** The place of an object, and the list for its mistakes. */
export interface Place {
  /** As it begins a message: `server "echo"`, `server "echo": tools.echo`. */
  readonly where: string;
  readonly problems: string[];
}

class MemberProblem extends Error {}

/** The members that fit. */
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

/** Text that may be empty. */
export const anyText: MemberForm<string> = {
  expected: 'a text',
  read: (value) => (typeof value === 'string' ? value : undefined),
};

/** A list; who asked for it reads what is in it. */
export const list: MemberForm<readonly JsonValue[]> = {
  expected: 'a list',
  read: (value) => (Array.isArray(value) ? (value as readonly JsonValue[]) : undefined),
};

/** @param expected in words, what the pattern matches */
export function textLike(pattern: RegExp, expected: string): MemberForm<string> {
  return { expected, read: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined) };
}

/** The allowed names of a tool, a prompt or a server. */
export const namePattern = /^[A-Za-z0-9_.-]{1,64}$/;

/** The same, as a member. */
export const componentName = textLike(namePattern, 'a name of 1 to 64 of A-Z a-z 0-9 _ . -');
