/**
 * The part of a Standard Schema that is called here: schemas of zod, valibot, ArkType and other libraries have it.
 *
 * Spec: https://standardschema.dev, version 1
 */

/** A schema that validates values, and may change them: defaults, transforms and coercion are part of its output. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardOutcome<Output> | Promise<StandardOutcome<Output>>;
    /** Exists for the compiler only. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** A validated value, or the reasons why there is none. */
export type StandardOutcome<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

/** One problem of a value. Libraries add members of their own. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}
