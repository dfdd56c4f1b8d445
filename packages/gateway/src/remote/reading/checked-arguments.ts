/**
 * Checks the arguments of calls against the schemas that an upstream server lists, before the upstream gets them.
 *
 * Knows no schema language: the caller compiles the schemas.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { ArgumentProblem, ToolDefinition } from '@sigil/core/building';

/** Compiles a schema to a function that returns the problems of a value. @throws Error for a schema that it cannot compile */
export type CheckOf = (schema: JsonObject) => Promise<(value: JsonValue) => readonly ArgumentProblem[]>;

/** Returns the problems of the arguments of a call; none when they fit. */
export type CheckArguments = (input: JsonObject) => Promise<readonly ArgumentProblem[]>;

/**
 * Compiles the schema at the first call.
 *
 * @param tell called once, when the schema cannot be compiled and arguments are therefore not checked
 */
export function checkArguments(
  { inputSchema }: ToolDefinition,
  checkOf: CheckOf,
  tell: (why: string) => void,
): CheckArguments {
  let check: ReturnType<CheckOf> | undefined;
  return async (input) => {
    check ??= checkOf(inputSchema).catch((error: unknown) => {
      tell(`is called with unchecked arguments: its inputSchema cannot be compiled (${(error as Error).message})`); // as the interface demands
      return () => [];
    });
    return (await check)(input);
  };
}
