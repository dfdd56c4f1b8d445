/**
 * Describes that a method was published, as its decorator recorded it.
 */

/** The kinds that a method can be published as. */
export type PublicationKind = 'tool' | 'resource' | 'prompt' | 'completion';

/** A method that was published while code was evaluated. */
export interface RecordedPublication {
  readonly kind: PublicationKind;
  readonly method: string;
  /** The object that keeps the record: one of `publicationHoldersOf` the method's class and of the classes that extend it. */
  readonly holder: object;
}
