/**
 * Rules about the inputs of tools: descriptions, enumerations, units, and one name for two things.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { findUndescribed } from '../documentation/find-undescribed.js';
import { findReferenced } from '../schema/resolve-reference.js';
import { splitWords } from '../search/split-words.js';
import { isPlaceholder } from './check-descriptions.js';
import type { EvaluatedTool, EvaluationCheck, FoundMistake } from './evaluated-tool.js';
import { isSame, partsOfName, stemsOfName, stemsOfText } from './tool-words.js';

/** One member of the arguments. */
interface Input {
  readonly tool: EvaluatedTool;
  readonly name: string;
  readonly schema: JsonObject;
  /** Its own text and that of its type. */
  readonly description: string;
}

function inputsOf(tool: EvaluatedTool): Input[] {
  const { properties } = tool.inputSchema;
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, given]) => {
    if (!isJsonObject(given)) return [];
    const found = findReferenced(given, tool.inputSchema);
    const schema = isJsonObject(found) ? { ...found, ...given } : given;
    const texts = [given, isJsonObject(found) ? found : {}].map(({ description }) => description);
    return [{ tool, name, schema, description: texts.filter((text) => typeof text === 'string').join(' ') }];
  });
}

function eachInput(find: (input: Input) => string | undefined): EvaluationCheck {
  return (tools) =>
    tools.flatMap(inputsOf).flatMap((input) => {
      const message = find(input);
      return message === undefined ? [] : [{ tools: [input.tool.name], parameter: input.name, message }];
    });
}

/** Finds inputs at any depth without a description of their own or of their type. */
export const checkUndescribed: EvaluationCheck = (tools) =>
  findUndescribed({ tools: tools.map(({ name, inputSchema }) => ({ name, inputSchema })) }).map(({ name, path }) => ({
    tools: [name],
    parameter: path,
    message: 'has no description',
  }));

/** Finds descriptions in the words of the parameter's name. */
export const checkRepeating = eachInput(({ name, description }) =>
  isSame(stemsOfText(description), stemsOfName(name))
    ? `has a description that only repeats the name: ${JSON.stringify(description)}`
    : undefined,
);

/** Finds descriptions that were to be replaced. */
export const checkUnfinished = eachInput(({ description }) =>
  isPlaceholder(description) ? `has an unfinished description: ${JSON.stringify(description)}` : undefined,
);

/** Finds inputs of one tool whose descriptions have the same words, such as two that are "The date". */
export const checkSameTexts: EvaluationCheck = (tools) =>
  tools.flatMap((tool) => {
    const inputs = inputsOf(tool).filter(({ description }) => description !== '');
    return [...groupByText(inputs).values()]
      .filter((same) => same.length > 1)
      .map((same): FoundMistake => {
        const names = same.map(({ name }) => `"${name}"`).join(' and ');
        return {
          tools: [tool.name],
          parameter: same[0]?.name ?? '',
          message: `has the same description as others: ${names}`,
        };
      });
  });

function groupByText(inputs: readonly Input[]): Map<string, Input[]> {
  const groups = new Map<string, Input[]>();
  for (const input of inputs) {
    const key = input.description.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), input]);
  }
  return groups;
}

/** Short values that need no explanation. */
const wellKnown = new Set(
  'asc desc json csv xlsx xml html yaml yml text txt md pdf png jpg jpeg gif svg mp3 mp4 wav zip tar on off yes no low mid high new old all any none auto get put post head am pm utc gmt en de fr es it ja zh ru pt eur usd gbp chf jpy cny s m h d ms us ns min sec hr day week month year km mi ft in cm mm kg lb oz g l ml c f k b kb mb gb tb up down left right top or and not eq ne lt le gt ge lte gte'.split(
    ' ',
  ),
);

/** Values that say nothing of themselves: letters, codes, and abbreviations without vowels. */
function isOpaque(value: string): boolean {
  const word = value.toLowerCase();
  if (wellKnown.has(word)) return false;
  return (
    word.length <= 2 ||
    /^[a-z]+[-_]?\d+$/.test(word) ||
    /^\d+$/.test(word) ||
    /^[bcdfghjklmnpqrstvwxz]{3,4}$/.test(word)
  );
}

/** Values that name a way of working without saying what it does. */
const modes = new Set(
  'default normal standard simple basic advanced full partial strict loose soft hard fast slow deep shallow smart legacy raw hybrid'.split(
    ' ',
  ),
);

/** Finds enumerations of which no value is explained and most say nothing of themselves. */
export const checkEnumerations = eachInput(({ tool, schema, description }) => {
  const values = enumOf(schema);
  if (values.length < 2) return undefined;
  const explained = new Set(splitWords(`${tool.description ?? ''} ${description}`));
  const silent = values.filter((value) => !splitWords(value).every((word) => explained.has(word)));
  if (silent.length < values.length) return undefined;
  const opaque = values.filter(isOpaque);
  const unclear = values.filter((value) => opaque.includes(value) || modes.has(value.toLowerCase()));
  if (unclear.length < values.length && opaque.length * 2 < values.length) return undefined;
  return `takes ${quoteAll(unclear)}, and no description explains ${unclear.length === 1 ? 'it' : 'them'}`;
});

/** Reads the strings of an enumeration, or of a union of constants without descriptions. */
function enumOf(schema: JsonObject): readonly string[] {
  const { enum: listed, anyOf, items, const: constant } = schema;
  if (isText(constant)) return [constant];
  if (isList(listed)) return listed.filter(isText);
  if (items !== undefined && isJsonObject(items)) return enumOf(items);
  if (!isList(anyOf)) return [];
  return anyOf.flatMap((one) => (isJsonObject(one) && one['description'] === undefined ? enumOf(one) : []));
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}

/** Words of names for quantities that have units. */
const quantities = new Set(
  'timeout duration delay interval ttl expiry expiration age period distance radius height width depth weight mass temperature speed velocity volume area pressure power energy bandwidth price amount cost salary budget fee altitude elevation latency'.split(
    ' ',
  ),
);
const units =
  /\b(?:milliseconds?|microseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|ms|secs?|mins?|bytes?|bits?|[kmgt]i?b|pixels?|px|points?|pt|rem|em|%|percent|percentage|fraction|ratio|degrees?|celsius|fahrenheit|kelvin|°[cf]?|meters?|metres?|kilometers?|kilometres?|centimeters?|centimetres?|millimeters?|inch(?:es)?|feet|foot|miles?|yards?|km|cm|mm|grams?|kilograms?|kilos?|kg|pounds?|lbs?|ounces?|tons?|tonnes?|lit(?:er|re)s?|ml|gallons?|watts?|kw|kwh|joules?|volts?|amps?|pascals?|bar|psi|hpa|knots?|mph|km\/h|m\/s|currency|cents?|dollars?|euros?|eur|usd|gbp|chf|yen|minor units?|units?|iso 8601|characters?|rows?|items?|pages?|lines?|columns?|cells?|steps?|times|tokens?|calls?)\b|[€$£%°]/iu;
const unitInName =
  /(?:^|[a-z_])(?:ms|millis|milliseconds|seconds|secs?|minutes|mins?|hours|days|weeks|months|years|bytes|kb|mb|gb|px|pixels|percent|pct|km|meters|metres|miles|cm|mm|kg|grams|pounds|celsius|fahrenheit|degrees|eur|usd|cents|chars|rows|cols|cells|lines)$/iu;

/** Finds numbers for quantities with units, where nothing names the unit. */
export const checkUnits = eachInput(({ name, tool, schema, description }) => {
  const { type } = schema;
  if (type !== 'number' && type !== 'integer') return undefined;
  const last = partsOfName(name).at(-1) ?? '';
  if (!quantities.has(last) || unitInName.test(name)) return undefined;
  const texts = `${description} ${tool.description ?? ''}`;
  return units.test(texts) ? undefined : `is a ${last} without a unit`;
});

/** Names that mean one thing everywhere: identifiers and times. */
const sharedName = /(?:id|date|time|at|from|to|since|until|start|end)$/iu;

/** Finds one name with different types in several tools, such as an `id` that is a text here and a number there. */
export const checkTypes: EvaluationCheck = (tools) => {
  const known = new Map<string, Input>();
  return tools.flatMap(inputsOf).flatMap((input): FoundMistake[] => {
    const type = plainType(input.schema);
    if (type === undefined || !sharedName.test(input.name)) return [];
    const first = known.get(input.name) ?? input;
    known.set(input.name, first);
    const firstType = plainType(first.schema);
    if (firstType === type) return [];
    const message = `is a ${type} in "${input.tool.name}" and a ${firstType} in "${first.tool.name}"`;
    return [{ tools: [first.tool.name, input.tool.name], parameter: input.name, message }];
  });
};

function plainType({ type }: JsonObject): string | undefined {
  if (type === 'integer') return 'number';
  return typeof type === 'string' ? type : undefined;
}

function quoteAll(values: readonly JsonValue[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}
