/**
 * The error for values that no tool can have as a schema.
 */

/** The message completes the sentence "the schema …". */
export class UnfitSchema extends Error {}
