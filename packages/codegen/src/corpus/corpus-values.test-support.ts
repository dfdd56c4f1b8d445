/**
 * Values for tools, allowed by their schemas and broken, and a validator to compare with.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { ArgumentProblem, ComponentCode, ManifestTool } from '@sigil/core/building';
import { isJsonObject } from '@sigil/core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { evaluateDecoders, idleContext } from '../plugin-code/evaluate-decoders.test-support.js';
import type { PluginModel } from '../model/plugin-model.js';
import { breakValue, type BrokenValue } from './broken-values.test-support.js';
import { valuesOfSchema } from './schema-values.test-support.js';

/** The seed of all random choices; set another one with `SIGIL_CORPUS_SEED=… npx vitest …`. */
export const seed = Number(process.env.SIGIL_CORPUS_SEED ?? 20_251_125);

/** The number of values tried for each schema. */
const valuesPerSchema = Number(process.env.SIGIL_CORPUS_VALUES ?? 10);

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text) => URL.canParse(text),
  regex: isPattern,
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
};

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    // Not a pattern.
    return false;
  }
}

/** Opens a strict validator that knows the formats the generator writes, and counts only own members as present. */
export function openValidator(): (schema: JsonObject) => ValidateFunction {
  const options = {
    strict: true,
    allowUnionTypes: true,
    strictTuples: false,
    ownProperties: true,
    allowMatchingProperties: true,
  };
  const ajv = new Ajv2020({ ...options, formats, keywords: ['x-mcp-header'] });
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(schema);
    compiled.set(key, validate);
    return validate;
  };
}

/** Returns values that a schema allows, the same ones for the same seed. */
export function sampleValues(schema: JsonObject, count = valuesPerSchema): JsonObject[] {
  const values = fc.sample(valuesOfSchema(schema), { seed, numRuns: count });
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()].filter(isJsonObject);
}

/** Returns the value broken in one place, in every way that the schema refuses. */
export function sampleBroken(
  schema: JsonObject,
  value: JsonValue,
  compile: (schema: JsonObject) => ValidateFunction,
): BrokenValue[] {
  const isValid = compile(schema);
  const definitions = isJsonObject(schema.$defs) ? schema.$defs : {};
  const allows = (member: JsonObject, part: JsonValue): boolean =>
    compile({ ...member, $defs: definitions })(part) === true;
  return breakValue(schema, value, { definitions, allows }).filter((broken) => !isValid(broken.value));
}

/** Tools that can be run on values. */
export interface RunnableTool {
  readonly tool: ManifestTool;
  readonly decode: (input: JsonValue) => {
    readonly args: readonly unknown[];
    readonly problems: readonly ArgumentProblem[];
  };
  /** The decoder without coercion. */
  readonly decodeExactly: RunnableTool['decode'];
  readonly encode?: (value: unknown) => { readonly json: JsonValue; readonly problems: readonly ArgumentProblem[] };
}

/** Evaluates the generated code of every tool of the manifest. */
export function runnableTools(model: PluginModel, tools: readonly ManifestTool[]): ReadonlyMap<string, RunnableTool> {
  const written = evaluateDecoders(model).tools;
  const exact = evaluateDecoders(withoutCoercion(model)).tools;
  return new Map(tools.map((tool) => [tool.name, runnable(tool, codeOf(written, tool), codeOf(exact, tool))]));
}

function withoutCoercion(model: PluginModel): PluginModel {
  const classes = model.classes.map((one) => ({
    ...one,
    methods: one.methods.map((method) => (method.kind === 'tool' ? { ...method, coerce: false } : method)),
  }));
  return { ...model, classes };
}

function codeOf(table: ReadonlyMap<string, ComponentCode>, { name }: ManifestTool): ComponentCode {
  const code = table.get(name);
  if (!code) throw new Error(`no code was written for "${name}"`);
  return code;
}

function runnable(tool: ManifestTool, code: ComponentCode, exact: ComponentCode): RunnableTool {
  const { encode } = code;
  return {
    tool,
    decode: (input) => decodeWith(code, input),
    decodeExactly: (input) => decodeWith(exact, input),
    ...(encode && {
      encode: (value) => {
        const problems: ArgumentProblem[] = [];
        return { json: encode(value, problems), problems };
      },
    }),
  };
}

function decodeWith(code: ComponentCode, input: JsonValue): ReturnType<RunnableTool['decode']> {
  const problems: ArgumentProblem[] = [];
  // Sound: a decoder must accept any JSON without throwing.
  const args = code.decode(input as JsonObject, idleContext, problems);
  return { args, problems };
}

/** Returns whether the problem is reported at the fault; a problem in a union may be reported anywhere in the union. */
export function isToldOf(problem: ArgumentProblem, broken: BrokenValue): boolean {
  const { path } = problem;
  if (path === broken.at) return true;
  if (broken.union !== undefined && isWithin(path, broken.union)) return true;
  return broken.isLength && isWithin(path, broken.at);
}

function isWithin(path: string, outer: string): boolean {
  return path.startsWith(outer) && /^($|[.[])/.test(path.slice(outer.length));
}
