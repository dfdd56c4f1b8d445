/**
 * Collects the differences between the document and the written sources: everything without a faithful type, and every operation
 * left out.
 */
import { type Place, writePlace } from '../source/pointer.js';

/** The kinds of differences; each keeps its meaning, since programs read them. */
export const noticeMeanings = {
  'closed-objects':
    'Objects that do not forbid further members are closed in arguments, so that misspelt names are caught.',
  'operation-left-out': 'The operation cannot be called by a tool.',
  'webhooks-left-out': 'Webhooks and callbacks are requests to the client, which no tool can receive.',
  'unresolved-reference': 'A reference leads to no part of the document.',
  'unsupported-keyword': 'A keyword has no type; more values are accepted than the document allows.',
  'assumed-type': 'A schema without a type is read as the type that its keywords belong to.',
  'one-of-overlap': 'Alternatives of oneOf may overlap; a value that fits several is accepted.',
  unsatisfiable: 'No value fits the schema; any value is accepted.',
  'endless-type': 'A type consists of nothing but itself; any value is accepted.',
  'pattern-left-out':
    'The pattern is no regular expression of JavaScript, or may take too long; more texts are accepted.',
  'constraint-left-out':
    'A constraint contradicts the type or another one, or has no meaning; more values are accepted.',
  'older-keyword': 'A keyword has the form of an older version, and is read as it was meant there.',
  'enum-value-left-out': 'A value of enum contradicts the type, and could never be sent.',
  'null-allowed': 'nullable stands beside a schema that does not allow null by itself; null is accepted.',
  'required-undeclared': 'A required member is not declared; it takes any value.',
  'default-left-out': 'The default contradicts its own type.',
  'discriminator-left-out': 'The alternatives do not declare their discriminator, so it is not checked.',
  'parameter-left-out': 'OpenAPI ignores the parameter, or it is declared twice.',
  'parameter-undeclared': 'The path has a parameter that is not declared; it takes text.',
  'credential-parameter': 'A parameter carries a credential; it is configuration, and no argument.',
  'constant-parameter': 'A required parameter has only one value, which is always sent.',
  'media-type-left-out': 'A body is sent in one media type; the others are left out.',
  'body-left-out': 'The body cannot be sent: requests of its method have none, or it has no media type.',
  'body-as-text': 'The body is in a media type of text, such as XML; it is one argument, which the caller writes.',
  'security-left-out':
    'No credential is sent for a scheme that the document does not declare, or for a certificate of the connection.',
  'bytes-as-text': 'Bytes inside of data are base64 text.',
  'text-shortened': 'A text is longer than a description should be.',
  'name-changed': 'A name was taken or is no identifier.',
} as const;

/** The name of a kind of difference. */
export type NoticeCode = keyof typeof noticeMeanings;

/** One difference. */
export interface Notice {
  readonly pointer: string;
  readonly code: NoticeCode;
  readonly message: string;
}

/** The notices of one import, each once, by place. */
export class Notices {
  readonly #notices = new Map<string, Notice>();

  add(code: NoticeCode, place: Place, message: string): void {
    const pointer = writePlace(place);
    const key = `${pointer} ${code} ${message}`;
    if (!this.#notices.has(key)) this.#notices.set(key, { pointer, code, message });
  }

  list(): readonly Notice[] {
    return [...this.#notices.values()].toSorted(
      (a, b) => compare(a.pointer, b.pointer) || compare(a.code, b.code) || compare(a.message, b.message),
    );
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
