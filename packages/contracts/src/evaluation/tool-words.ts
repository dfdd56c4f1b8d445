/**
 * The words of definitions as rules compare them: parts of names, and stems without words of little meaning.
 */
import { splitWords } from '../search/split-words.js';
import { stemOf } from '../search/word-stem.js';
import { stopWords } from '../search/stop-words.data.js';

/** Splits a name at its signs and at its capitals: `createHTTPServer` gives `create`, `http`, `server`. */
export function partsOfName(name: string): string[] {
  return name
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase());
}

/** Returns the stems of a text, without words such as "the" unless it has no others. */
export function stemsOfText(text: string): Set<string> {
  const words = splitWords(text);
  const meaning = words.filter((word) => !stopWords.has(word));
  return new Set((meaning.length > 0 ? meaning : words).map(stemOf));
}

/** Returns the stems of a name's parts. */
export function stemsOfName(name: string): Set<string> {
  return new Set(partsOfName(name).map(stemOf));
}

/** Returns the share of common members among all: 1 for equal sets, 0 for sets without a common member or without any. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const one of a) if (b.has(one)) common++;
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}

/** Returns whether two sets have the same members, of which there is at least one. */
export function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return likeness(a, b) === 1;
}

/** Returns whether every member of `part` is in `whole`, and there is one. */
export function isWithin(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return part.size > 0 && [...part].every((one) => whole.has(one));
}

/** Actions by the verbs that tools and descriptions begin with. */
const verbsByAction = {
  read: 'get fetch retrieve read load show view list find search lookup query browse count describe check inspect',
  create: 'create add insert make new register',
  change: 'update edit modify change patch rename set replace',
  delete: 'delete remove erase drop destroy purge wipe truncate',
  send: 'send post publish submit deliver email',
} as const;

/** An action that a verb stands at the head of. */
export type Action = keyof typeof verbsByAction;

const actions: ReadonlyMap<string, Action> = new Map(
  Object.entries(verbsByAction).flatMap(([action, verbs]) =>
    // Sound: the keys are those of the table.
    verbs.split(' ').map((verb) => [stemOf(verb), action as Action] as const),
  ),
);

/** Returns the action of a verb; `undefined` for other words. */
export function actionOf(word: string): Action | undefined {
  return actions.get(stemOf(word.toLowerCase()));
}

/** Returns the action that a description begins with, such as `delete` for "Deletes a file."; `undefined` for other beginnings. */
export function actionOfText(text: string): Action | undefined {
  return actionOf(firstWordOf(text));
}

/** Returns the first word of a text; empty if it has none. */
export function firstWordOf(text: string): string {
  return /\p{L}+/u.exec(text)?.[0] ?? '';
}

/** Verbs of arithmetic and of answers, which change nothing in "Add days to a date" and "Sends the rows". */
const harmless = new Set(
  ['add', 'set', 'make', 'new', 'replace', 'change', 'send', 'submit', 'deliver', 'insert', 'patch'].map(stemOf),
);

/** Returns whether a word at the head of a text means that something outside of the answer changes. */
export function changesSomething(word: string): boolean {
  const action = actionOf(word);
  return action !== undefined && action !== 'read' && !harmless.has(stemOf(word.toLowerCase()));
}

/** Returns the first action among the parts of a name, and its parts before and after. */
export function splitAction(
  name: string,
): { readonly action: Action; readonly verb: string; readonly object: readonly string[] } | undefined {
  const parts = partsOfName(name);
  for (const [at, verb] of parts.entries()) {
    const action = actionOf(verb);
    if (action) return { action, verb, object: parts.toSpliced(at, 1) };
  }
  return undefined;
}

/** Returns the actions of all verbs in a name: parts such as "post" may be nouns. */
export function actionsOfName(name: string): ReadonlySet<Action> {
  return new Set(partsOfName(name).flatMap((part) => actionOf(part) ?? []));
}

/** Words that mean the same at the head of a name. */
const sameVerbs = [
  'get fetch retrieve read load',
  'search find query lookup',
  'delete remove erase',
  'create add insert make new',
  'update edit modify change patch',
  'send post deliver',
].map((group) => new Set(group.split(' ')));

/** Returns whether two verbs mean the same, such as `get` and `fetch`. */
export function meanTheSame(a: string, b: string): boolean {
  return a === b || sameVerbs.some((group) => group.has(a) && group.has(b));
}
