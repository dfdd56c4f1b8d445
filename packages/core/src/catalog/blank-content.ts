/**
 * Blanks secrets in the texts of content blocks. The members that give a block its form stay, even if a secret is spelt like one.
 */
import { blankData } from '../model/blank-data.js';
import type { FormField, FormSchema, SamplingContent, SamplingQuestion } from '../model/asking.js';
import type { ContentBlock } from '../model/content.js';
import type { SecretFilter } from '../model/secret-filter.js';

/** Blanks the texts of a block of a result. */
export function blankBlock(block: ContentBlock, filter: SecretFilter): ContentBlock {
  if (block.type === 'text') return blankMembers(block, ['text'], filter);
  if (block.type === 'resource_link') return blankMembers(block, linkTexts, filter);
  if (block.type !== 'resource') return block;
  return { ...block, resource: blankMembers(block.resource, resourceTexts, filter) };
}

/** Blanks the texts that a form shows. */
export function blankForm(schema: FormSchema, filter: SecretFilter): FormSchema {
  const fields = Object.entries(schema.properties);
  const properties = fields.map(([name, field]) => [name, blankMembers<FormField>(field, fieldTexts, filter)] as const);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Blanks the texts for the client's model. */
export function blankQuestion(question: SamplingQuestion, filter: SecretFilter): SamplingQuestion {
  const blankPart = (part: SamplingContent): SamplingContent => blankMembers(part, partTexts, filter);
  const messages = question.messages.map((message) => {
    const { content } = message;
    return { ...message, content: isList(content) ? content.map(blankPart) : blankPart(content) };
  });
  return { ...blankMembers(question, questionTexts, filter), messages };
}

const linkTexts = ['uri', 'name', 'title', 'description', '_meta'];
const resourceTexts = ['uri', 'text', '_meta'];
const fieldTexts = ['title', 'description', 'default', 'enumNames'];
const questionTexts = ['systemPrompt', 'metadata'];
const partTexts = ['text', 'input'];

/** Returns a copy with the named members blanked, if they are present. */
function blankMembers<Whole extends object>(whole: Whole, names: readonly string[], filter: SecretFilter): Whole {
  const blanked = Object.entries(whole).map(([name, value]): [string, unknown] => [
    name,
    names.includes(name) ? blankData<unknown>(value, filter) : value,
  ]);
  return Object.fromEntries(blanked) as Whole; // each member keeps its form; only texts differ
}

function isList(content: SamplingContent | readonly SamplingContent[]): content is readonly SamplingContent[] {
  return Array.isArray(content);
}
