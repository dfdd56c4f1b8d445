/**
 * Compares two schemas by what they accept: values made for each are given to both, and both must say the same.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { sampleValues } from './sample-values.mjs';

/** @typedef {import('../documents/document.mjs').Json} Json */

/**
 * @typedef {object} Difference
 * @property {'refused' | 'accepted' | 'not comparable'} kind what the second schema does with a value that the first does not
 * @property {unknown} [value]
 * @property {string} [reason]
 */

/** Verdicts by the text of both schemas: most parameters of a document are alike. @type {Map<string, { difference?: Difference, values: number }>} */
const known = new Map();

/**
 * @param {Json} first the document's
 * @param {Json} second the built tool's
 * @returns {{ difference?: Difference, values: number }} the first difference, and how many values were compared
 */
export function findDifference(first, second) {
  const key = `${JSON.stringify(first)}\n${JSON.stringify(second)}`;
  const found = known.get(key) ?? compare(first, second);
  known.set(key, found);
  return found;
}

/** @param {Json} first @param {Json} second @returns {{ difference?: Difference, values: number }} */
function compare(first, second) {
  try {
    const [isFirst, isSecond] = [compileSchema(first), compileSchema(second)];
    // Those made for the second schema show what it accepts too much.
    const values = [...sampleValues(first), ...sampleValues(second, { hasUnexpected: false })];
    for (const value of values) {
      if (isFirst(value) === isSecond(value)) continue;
      return { values: values.length, difference: { kind: isFirst(value) ? 'refused' : 'accepted', value } };
    }
    return { values: values.length };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { values: 0, difference: { kind: 'not comparable', reason } };
  }
}

/** Patterns of documents are ECMA-262, written with or without the flag `u`. @param {string} pattern @param {string} flags */
function readPattern(pattern, flags) {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}
readPattern.code = 'readPattern';

const ajv = new Ajv2020({
  strict: false,
  logger: false,
  unicodeRegExp: true,
  validateSchema: false,
  code: { regExp: readPattern },
});
// The package is CommonJS: its default export is the module itself.
/** @type {any} */ (addFormats)(ajv);
// Tools check the formats that `requestSchema` keeps; all others are documentation.
const otherFormats =
  'binary byte double duration float hostname int32 int64 iso-date-time iso-time json-pointer password relative-json-pointer uri-reference uri-template url';
for (const name of otherFormats.split(' ')) ajv.addFormat(name, true);

/** Compiles a schema as both sides are. @param {Json} schema */
export function compileSchema(schema) {
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return validate;
}
