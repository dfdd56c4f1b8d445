/**
 * Puts what a doc comment says onto a node: description, title, examples, default and constraints.
 */
import type { JsonValue } from '@sigil/core';
import type { Documentation, HeaderNote, SchemaNode } from '../model/schema-node.js';
import { constrain, findConstraint, orderedConstraints } from './constraint-tags.js';
import type { DocBlock, DocTag } from './doc-comment.js';
import type { SourcedDoc } from './doc-source.js';
import { fitsNode } from './fits-node.js';
import type { Reading } from './reading.js';

/** Spec: RFC 9110 section 5.6.2, token */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** A piece of a doc comment, and what it is about. */
export interface Docs {
  readonly block: DocBlock;
  readonly docs: Pick<SourcedDoc, 'placeOfTag'>;
  /** `tool "upload", parameter "file"`. */
  readonly subject: string;
}

/** The node with the block's documentation and constraints; what does not apply is reported. */
export function applyDocs(reading: Reading, node: SchemaNode, docs: Docs): SchemaNode {
  const constrained = applyConstraints(reading, node, docs);
  const documentation: Documentation = {
    ...constrained.documentation,
    ...readDocumentation(reading, constrained, docs),
  };
  return Object.keys(documentation).length > 0 ? { ...constrained, documentation } : constrained;
}

/** The summary, with what `@deprecated` adds to it. */
export function describeBlock(block: DocBlock): string | undefined {
  const deprecated = block.tags.find((tag) => tag.name === 'deprecated');
  const notice = deprecated && (deprecated.text === '' ? 'Deprecated.' : `Deprecated: ${deprecated.text}`);
  const text = [block.text, notice].filter((part) => part !== undefined && part !== '').join('\n\n');
  return text === '' ? undefined : text;
}

function applyConstraints(reading: Reading, node: SchemaNode, docs: Docs): SchemaNode {
  const values = new Map<string, { readonly tag: DocTag; readonly value: string | number | boolean }>();
  let result = node;
  for (const tag of docs.block.tags) {
    const constraint = findConstraint(tag.name);
    if (!constraint) continue;

    const value = constraint.readValue(tag.text);
    if (value === undefined) {
      reportValue(reading, tag, { docs, says: `must be followed by ${constraint.expects}` });
      continue;
    }
    const constrained = constrain(result, constraint, value);
    if (!constrained) reportMisplaced(reading, tag, docs);
    else if (values.has(constraint.field))
      reportValue(reading, tag, { docs, says: 'says again what another tag says' });
    values.set(constraint.field, { tag, value });
    result = constrained ?? result;
  }
  for (const [low, high] of orderedConstraints) {
    const [lower, upper] = [values.get(low), values.get(high)];
    if (lower && upper && lower.value > upper.value)
      reportValue(reading, lower.tag, { docs, says: `is above @${high}` });
  }
  return result;
}

function readDocumentation(reading: Reading, node: SchemaNode, docs: Docs): Documentation {
  const { block } = docs;
  const title = block.tags.find((tag) => tag.name === 'title')?.text;
  const description = block.tags.some((tag) => tag.name === 'deprecated')
    ? describeBlock({ ...block, text: block.text || (node.documentation?.description ?? '') })
    : describeBlock(block);
  const header = readHeader(reading, docs);
  const defaults = valuesOf(reading, node, { docs, name: 'default' });
  const examples = valuesOf(reading, node, { docs, name: 'example' });
  return {
    ...(title && { title }),
    ...(description !== undefined && { description }),
    ...(defaults[0] !== undefined && { default: defaults[0] }),
    ...(examples.length > 0 && { examples }),
    ...(block.tags.some((tag) => tag.name === 'deprecated') && { deprecated: true }),
    ...(header && { header }),
  };
}

/** Whether the input can be sent in a header is seen when the whole input is known. */
function readHeader(reading: Reading, docs: Docs): HeaderNote | undefined {
  const [tag, second] = docs.block.tags.filter((one) => one.name === 'header');
  if (!tag) return undefined;
  if (second) reportValue(reading, second, { docs, says: 'says again what another tag says' });
  if (!headerName.test(tag.text)) {
    reportValue(reading, tag, { docs, says: 'must be followed by the name of a header, such as Region' });
    return undefined;
  }
  const note = { name: tag.text };
  reading.headerPlaces.set(note, docs.docs.placeOfTag(tag));
  return note;
}

function valuesOf(reading: Reading, node: SchemaNode, wanted: { docs: Docs; name: string }): JsonValue[] {
  const tags = wanted.docs.block.tags.filter((tag) => tag.name === wanted.name);
  return tags.flatMap((tag) => {
    const candidates = [...parseJson(tag.text), tag.text];
    const fitting = candidates.find((candidate) => fitsNode(candidate, node));
    if (fitting !== undefined) return [fitting];
    // An example of several lines is code for people, not a value.
    const isCode = wanted.name === 'example' && (tag.text.includes('\n') || tag.text.includes('```'));
    if (!isCode) reportValue(reading, tag, { docs: wanted.docs, says: 'has a value that the type does not allow' });
    return [];
  });
}

function parseJson(text: string): JsonValue[] {
  try {
    const value: JsonValue = JSON.parse(text);
    return [value];
  } catch {
    // Not JSON, so the text itself is the value.
    return [];
  }
}

function reportValue(reading: Reading, tag: DocTag, problem: { docs: Docs; says: string }): void {
  const { docs, says } = problem;
  reading.problems.add({
    code: 'SIGIL071',
    at: docs.docs.placeOfTag(tag),
    message: `${docs.subject}: @${tag.name} ${says}`,
  });
}

function reportMisplaced(reading: Reading, tag: DocTag, docs: Docs): void {
  const message = `${docs.subject}: @${tag.name} does not apply to this type`;
  reading.problems.add({ code: 'SIGIL070', at: docs.docs.placeOfTag(tag), message });
}
