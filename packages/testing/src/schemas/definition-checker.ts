/**
 * Checks a value against one definition of a published schema, in messages that name the place.
 *
 * Compiles each definition on first use.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { publishedSchema, type PublishedSchema } from './published-schema.js';

/** Checks values against the definitions of one revision. */
export interface DefinitionChecker {
  readonly published: PublishedSchema;
  /** Lists the reasons why `value` does not match `definition`; empty when it does. */
  problemsIn(value: unknown, definition: string): readonly string[];
}

const checkers = new Map<string, DefinitionChecker>();
const mostProblems = 5;

/** Returns the checker of a revision, created once. */
export function definitionChecker(revisionDate: string): DefinitionChecker {
  const known = checkers.get(revisionDate);
  if (known) return known;
  const checker = createChecker(publishedSchema(revisionDate));
  checkers.set(revisionDate, checker);
  return checker;
}

function createChecker(published: PublishedSchema): DefinitionChecker {
  const options = { strict: false, allErrors: true };
  const ajv = published.definitionsKey === '$defs' ? new Ajv2020(options) : new Ajv(options);
  formats.default(ajv);
  ajv.addSchema(published.schema, 'mcp');
  const compiled = new Map<string, ValidateFunction>();

  const compile = (definition: string): ValidateFunction => {
    const validate = ajv.getSchema(`mcp#/${published.definitionsKey}/${definition}`);
    if (!validate) throw new Error(`the schema has no definition "${definition}"`);
    compiled.set(definition, validate);
    return validate;
  };
  return {
    published,
    problemsIn(value, definition) {
      const validate = compiled.get(definition) ?? compile(definition);
      return validate(value) ? [] : describe(validate.errors ?? [], definition);
    },
  };
}

function describe(errors: readonly ErrorObject[], definition: string): string[] {
  const lines = errors.map(
    ({ instancePath, message, params }) =>
      `${definition}${instancePath.replaceAll('/', '.')} ${message ?? 'is wrong'}${detailOf(params)}`,
  );
  return [...new Set(lines)].slice(0, mostProblems);
}

function detailOf(params: Record<string, unknown>): string {
  const { allowedValue, allowedValues } = params;
  const detail = allowedValues ?? allowedValue;
  return detail === undefined ? '' : ` (${JSON.stringify(detail)})`;
}
