/**
 * Adds the content of a doc comment to a node: description, title, examples, default and constraints.
 */
import type { JsonValue } from '@sigil/core';
import type { Documentation, HeaderNote, SchemaNode } from '../../model/schema-node.js';
import {
  constrain,
  type Constraint,
  type ConstraintValue,
  findConflict,
  findConstraint,
  findContradiction,
  isRecursiveAlone,
  recursiveRefsOf,
  secretFormat,
} from './constraint-tags.js';
import { checkPattern } from './check-pattern.js';
import type { DocBlock, DocTag } from './doc-comment.js';
import type { SourcedDoc } from './doc-source.js';
import { fitsNode } from './fits-node.js';
import { foreignFix, type Problem } from '../program/problems.js';
import type { OpenCheck, Reading } from '../program/reading.js';

/** Spec: RFC 9110 section 5.6.2, token */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The tags of comments that describe no type. */
const commentOwners: ReadonlyMap<string, string> = new Map([
  ['instructions', 'class'],
  ['keywords', 'tool'],
]);

/** A part of a doc comment, and its subject. */
export interface Docs {
  readonly block: DocBlock;
  readonly docs: Pick<SourcedDoc, 'placeOfTag' | 'isForeign'>;
  /** The subject of messages: `tool "upload", parameter "file"`. */
  readonly subject: string;
}

/**
 * Returns the node with the block's documentation and constraints. Reports a tag that does not apply: as an error, or, where the
 * author cannot edit it, as a note, and leaves it out.
 */
export function applyDocs(reading: Reading, node: SchemaNode, docs: Docs): SchemaNode {
  const constrained = applyConstraints(reading, node, docs);
  const before = constrained.documentation;
  const own = readDocumentation(reading, constrained, docs);
  // Notes on single values stay, whatever comment describes the whole.
  const notes = before && reading.valueNotes.get(before);
  const description = notes && own.description !== undefined ? `${own.description}\n\n${notes}` : own.description;
  const documentation: Documentation = { ...before, ...own, ...(description !== undefined && { description }) };
  if (notes) reading.valueNotes.set(documentation, notes);
  return Object.keys(documentation).length > 0 ? { ...constrained, documentation } : constrained;
}

/** Returns the summary, with the text of `@deprecated`. */
export function describeBlock(block: DocBlock): string | undefined {
  const deprecated = block.tags.find((tag) => tag.name === 'deprecated');
  const notice = deprecated && (deprecated.text === '' ? 'Deprecated.' : `Deprecated: ${deprecated.text}`);
  const text = [block.text, notice].filter((part) => part !== undefined && part !== '').join('\n\n');
  return text === '' ? undefined : text;
}

function applyConstraints(reading: Reading, node: SchemaNode, docs: Docs): SchemaNode {
  if (docs.block.tags.length === 0) return node;
  const tags = new Map<string, DocTag>();
  let result = node;
  for (const tag of docs.block.tags) {
    const constraint = findConstraint(tag.name);
    const owner = commentOwners.get(tag.name);
    if (owner !== undefined) reportMisplaced(reading, tag, docs, `belongs to the comment of a ${owner}`);
    if (!constraint) continue;

    const value = constraint.readValue(tag.text);
    if (value === undefined) {
      reportValue(reading, tag, docs, `must be followed by ${constraint.expects}`);
      continue;
    }
    if (tags.has(constraint.field)) reportValue(reading, tag, docs, 'says again what another tag says');
    else result = applyConstraint(reading, result, { tag, constraint, value, docs });
    tags.set(constraint.field, tag);
  }
  const contradicting = reportContradiction(reading, result, docs, tags);
  if (contradicting && docs.docs.isForeign(contradicting)) return node;
  const pattern = tags.get('pattern');
  const isKept = !pattern || checkPattern(reading, result, { tag: pattern, docs: docs.docs, subject: docs.subject });
  if (isKept) return result;
  const others = docs.block.tags.filter((tag) => tag !== pattern);
  return applyConstraints(reading, node, { ...docs, block: { ...docs.block, tags: others } });
}

interface Applied {
  readonly tag: DocTag;
  readonly constraint: Constraint;
  readonly value: ConstraintValue;
  readonly docs: Docs;
}

function applyConstraint(reading: Reading, node: SchemaNode, applied: Applied): SchemaNode {
  const { tag, constraint, value, docs } = applied;
  const conflict = findConflict(node, constraint, value);
  if (conflict !== undefined) {
    const has = `the ${constraint.field} ${JSON.stringify(conflict)}`;
    reportMisplaced(reading, tag, docs, `does not apply to this type, which has ${has} already`);
    return node;
  }
  noteLostFormat(reading, node, { tag, constraint, value, docs });
  const constrained = constrain(node, constraint, value);
  if (!constrained) reportMisplaced(reading, tag, docs, 'does not apply to this type');
  else if (recursiveRefsOf(node).length > 0) reading.openChecks.push(openConstraintCheck(node, applied));
  return constrained ?? node;
}

/** Adds a note if a secret takes the place of a format: a schema holds one, and that of secrets hides the value. */
function noteLostFormat(reading: Reading, node: SchemaNode, { tag, constraint, value, docs }: Applied): void {
  const before = constraint.field === 'format' && node.kind === 'string' ? node.format : undefined;
  if (before === undefined || before === value || (before !== secretFormat && value !== secretFormat)) return;
  const lost = before === secretFormat ? value : before;
  const at = docs.docs.placeOfTag(tag);
  const message = `${docs.subject}: the format ${JSON.stringify(lost)} is lost, since the value is a secret`;
  const fix = 'Write the format as a @pattern too, if callers must keep it.';
  reading.problems.add({ code: 'SIGIL056', severity: 'note', at, message, fix });
}

/** The check whether a constraint fits a recursive type, or one beside other types that accepted it. */
function openConstraintCheck(node: SchemaNode, { tag, value, docs }: Applied): OpenCheck {
  const says = isRecursiveAlone(node)
    ? 'does not apply to this type'
    : 'does not apply to a type that contains itself beside others';
  return { kind: 'constraint', tag: tag.name, value, node, problem: tagProblem('SIGIL070', tag, docs, says) };
}

/** Reports a contradiction at the tag of this comment, even if the other bound is the type's own. @returns the tag */
function reportContradiction(
  reading: Reading,
  node: SchemaNode,
  docs: Docs,
  tags: ReadonlyMap<string, DocTag>,
): DocTag | undefined {
  const [low, high] = findContradiction(node) ?? [];
  const lower = low === undefined ? undefined : tags.get(low);
  const upper = high === undefined ? undefined : tags.get(high);
  if (lower) reportValue(reading, lower, docs, `leaves nothing below @${high}`);
  else if (upper) reportValue(reading, upper, docs, `leaves nothing above @${low}`);
  return lower ?? upper;
}

function readDocumentation(reading: Reading, node: SchemaNode, docs: Docs): Documentation {
  const { block } = docs;
  if (block.tags.length === 0) return block.text === '' ? {} : { description: block.text };
  const title = block.tags.find((tag) => tag.name === 'title')?.text;
  const description = block.tags.some((tag) => tag.name === 'deprecated')
    ? describeBlock({ ...block, text: block.text || (node.documentation?.description ?? '') })
    : describeBlock(block);
  const header = readHeader(reading, docs);
  const defaults = valuesOf(reading, node, docs, 'default');
  const examples = valuesOf(reading, node, docs, 'example');
  return {
    ...(title && { title }),
    ...(description !== undefined && { description }),
    ...(defaults[0] !== undefined && { default: defaults[0] }),
    ...(examples.length > 0 && { examples }),
    ...(block.tags.some((tag) => tag.name === 'deprecated') && { deprecated: true }),
    ...(header && { header }),
  };
}

/** Defers the check whether a header can carry the input, which needs the whole input. */
function readHeader(reading: Reading, docs: Docs): HeaderNote | undefined {
  const [tag, second] = docs.block.tags.filter((one) => one.name === 'header');
  if (!tag) return undefined;
  if (second) reportValue(reading, second, docs, 'says again what another tag says');
  if (!headerName.test(tag.text)) {
    reportValue(reading, tag, docs, 'must be followed by the name of a header, such as Region');
    return undefined;
  }
  const note = { name: tag.text };
  reading.headerPlaces.set(note, { at: docs.docs.placeOfTag(tag), isForeign: docs.docs.isForeign(tag) });
  return note;
}

function valuesOf(reading: Reading, node: SchemaNode, docs: Docs, name: string): JsonValue[] {
  const tags = docs.block.tags.filter((tag) => tag.name === name);
  return tags.flatMap((tag) => {
    const candidates = [...parseJson(tag.text), tag.text];
    const sure = candidates.find((candidate) => surelyFits(candidate, node));
    if (sure !== undefined) return [sure];

    const says = 'has a value that the type does not allow';
    const likely = candidates.find((candidate) => mayFit(candidate, node));
    // A foreign value that may prove wrong only after everything is read is dropped: it could then neither be removed nor
    // corrected.
    if (likely !== undefined && docs.docs.isForeign(tag)) return [];
    if (likely !== undefined) {
      const problem = tagProblem('SIGIL071', tag, docs, says);
      reading.openChecks.push({ kind: 'value', value: likely, node, problem });
      return [likely];
    }
    // An example of several lines is code for people rather than a value.
    const isCode = name === 'example' && (tag.text.includes('\n') || tag.text.includes('```'));
    if (!isCode) reportValue(reading, tag, docs, says);
    return [];
  });
}

/** Returns whether the value fits even if recursive types, which are not known yet, accept nothing. */
function surelyFits(value: JsonValue, node: SchemaNode): boolean {
  return fitsNode(
    value,
    node,
    (inner, { definition }) => !definition.isRecursive && surelyFits(inner, definition.node),
  );
}

/** Returns whether the value fits if recursive types accept everything. */
function mayFit(value: JsonValue, node: SchemaNode): boolean {
  return fitsNode(value, node, (inner, { definition }) => definition.isRecursive || mayFit(inner, definition.node));
}

function parseJson(text: string): JsonValue[] {
  try {
    const value: JsonValue = JSON.parse(text, requireFinite);
    return [value];
  } catch {
    // Not JSON, so the text itself is the value.
    return [];
  }
}

/** Rejects a number such as `1e400`, which is parsed as an infinity that JSON cannot write. */
function requireFinite(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('a number is too large');
  return value;
}

function reportValue(reading: Reading, tag: DocTag, docs: Docs, says: string): void {
  reading.problems.add(tagProblem('SIGIL071', tag, docs, says));
}

function reportMisplaced(reading: Reading, tag: DocTag, docs: Docs, says: string): void {
  reading.problems.add(tagProblem('SIGIL070', tag, docs, says));
}

function tagProblem(code: 'SIGIL070' | 'SIGIL071', tag: DocTag, docs: Docs, says: string): Problem {
  const at = docs.docs.placeOfTag(tag);
  const message = `${docs.subject}: @${tag.name} ${says}`;
  if (!docs.docs.isForeign(tag)) return { code, at, message };
  return { code, severity: 'note', at, message: `${message}; it is left out`, fix: foreignFix };
}
