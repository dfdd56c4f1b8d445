/**
 * Writes the texts and constraints of a shape as the lines of a doc comment.
 */
import { importLimits } from '../limits/import-limits.js';
import type { Notices } from '../reporting/notices.js';
import { fitsShape } from '../schemas/fits-shape.js';
import type { ShapeReading } from '../schemas/shape-reading.js';
import type { NumberShape, Shape, ShapeDocs, StringShape } from '../schemas/shape.js';
import type { Place } from '../source/pointer.js';
import { commentLines, tagValue } from './source-text.js';

const { maxDescriptionLength: maxDescription } = importLimits;
/** Characters of a default or an example in a comment. */
const maxValue = 200;

/** Returns the doc tags of a text. */
export function tagsOfString(shape: StringShape): string[] {
  return [
    ...(shape.minLength === undefined ? [] : [`@minLength ${shape.minLength}`]),
    ...(shape.maxLength === undefined ? [] : [`@maxLength ${shape.maxLength}`]),
    ...(shape.format === undefined ? [] : [`@format ${shape.format}`]),
    ...(shape.pattern === undefined ? [] : [`@pattern ${shape.pattern}`]),
  ];
}

/** Returns the doc tags of a number; an integer that is a multiple of a whole number needs no second tag. */
export function tagsOfNumber(shape: NumberShape): string[] {
  const { multipleOf, isInteger } = shape;
  const isWhole = multipleOf !== undefined && Number.isInteger(multipleOf);
  const factor = multipleOf !== undefined && (isWhole || !isInteger) ? [`@multipleOf ${multipleOf}`] : [];
  const integer = isInteger && !isWhole ? ['@integer'] : [];
  const bounds = (['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const).flatMap((name) =>
    shape[name] === undefined ? [] : [`@${name} ${shape[name]}`],
  );
  return [...integer, ...factor, ...bounds];
}

/** Returns the lines of a description, cut at a sentence if it is very long. */
export function describe(text: string | undefined, notices: Notices, place: Place): string[] {
  if (text === undefined || text.trim() === '') return [];
  if (text.length <= maxDescription) return commentLines(text);
  notices.add('text-shortened', place, `a description of ${text.length} characters is cut after a sentence`);
  const start = text.slice(0, maxDescription);
  const end = Math.max(start.lastIndexOf('. '), start.lastIndexOf('.\n'));
  return commentLines(end > maxDescription / 4 ? start.slice(0, end + 1) : `${[...start].slice(0, -1).join('')}…`);
}

/** Returns `@deprecated` and `@default`, the latter only if it fits its own schema. */
export function tagsOfDocs(reading: ShapeReading, docs: ShapeDocs, shape: Shape, place: Place): string[] {
  const tags = docs.isDeprecated ? ['@deprecated'] : [];
  if (docs.default === undefined || docs.default === null) return tags;
  const text = tagValue(docs.default);
  if (text.length <= maxValue && fitsShape(reading, docs.default, shape)) return [...tags, `@default ${text}`];
  reading.notices.add(
    'default-left-out',
    place,
    `the default ${text.slice(0, 80)} does not fit the type, or is too long for a comment`,
  );
  return tags;
}

/** Returns `@example` for a value that certainly fits its schema. */
export function exampleOf(reading: ShapeReading, docs: ShapeDocs, shape: Shape): string[] {
  const { example } = docs;
  if (example === undefined || example === null || typeof example === 'object') return [];
  const text = tagValue(example);
  return text.length <= maxValue && fitsShape(reading, example, shape) ? [`@example ${text}`] : [];
}
