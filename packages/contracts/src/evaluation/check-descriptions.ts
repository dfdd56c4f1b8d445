/**
 * Rules about the description of one tool.
 */
import type { EvaluatedTool, EvaluationCheck } from './evaluated-tool.js';
import {
  actionOf,
  actionOfText,
  actionsOfName,
  changesSomething,
  firstWordOf,
  isWithin,
  splitAction,
  stemsOfName,
  stemsOfText,
} from './tool-words.js';

/** Calls `find` with each tool. */
export function eachTool(find: (tool: EvaluatedTool) => string | undefined): EvaluationCheck {
  return (tools) =>
    tools.flatMap((tool) => {
      const message = find(tool);
      return message === undefined ? [] : [{ tools: [tool.name], message }];
    });
}

/** Finds tools without a description. */
export const checkMissing = eachTool(({ description }) =>
  description?.trim() ? undefined : 'has no description, so a model sees only its name',
);

/** Finds descriptions in the words of the name. */
export const checkRepeated = eachTool(({ name, description }) =>
  description && isWithin(stemsOfText(description), stemsOfName(name))
    ? `has a description that only repeats the name: ${JSON.stringify(description)}`
    : undefined,
);

/** Marks of unfinished texts count in capitals only, since a tool may be about todos. */
const mark = /\b(?:TODO|FIXME|TBD|XXX)\b/u;
const filler =
  /\blorem ipsum\b|^\W*(?:description|todo|placeholder|your description here|add a? ?description(?: here)?)\W*$/iu;

/** Returns whether a text was left unfinished. */
export function isPlaceholder(text: string): boolean {
  return mark.test(text) || filler.test(text);
}

/** Finds descriptions that were to be replaced. */
export const checkPlaceholders = eachTool(({ description }) =>
  description && isPlaceholder(description)
    ? `has an unfinished description: ${JSON.stringify(description)}`
    : undefined,
);

/** Finds hints that contradict each other, the name or the description. */
export const checkAnnotations = eachTool(({ name, description = '', annotations = {} }) => {
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
  const named = splitAction(name)?.action;
  const said = actionOfText(description);
  if (readOnlyHint && destructiveHint) return 'is marked read-only and destructive';
  const changing = [splitAction(name)?.verb ?? '', firstWordOf(description)].find(changesSomething);
  if (readOnlyHint && changing !== undefined && (named === undefined || named === actionOf(changing))) {
    return `is marked read-only, and says that it would ${actionOf(changing)} something`;
  }
  if (destructiveHint && named === 'read' && (said === undefined || said === 'read')) {
    return 'is marked destructive, and says that it reads';
  }
  if (destructiveHint === false && (named === 'delete' || said === 'delete')) {
    return 'is marked as not destructive, and says that it deletes';
  }
  if (idempotentHint && /\b(?:append|increment|enqueue)/iu.test(`${name.replaceAll('_', ' ')} ${description}`)) {
    return 'is marked idempotent, and says that each call adds something';
  }
  return undefined;
});

/** Finds names and descriptions of opposite actions, such as `get_file` that "Deletes a file." */
export const checkContradictions = eachTool(({ name, description = '' }) => {
  const named = splitAction(name);
  const said = actionOfText(description);
  if (!named || !said || actionsOfName(name).has(said)) return undefined;
  const isOpposite =
    named.action === 'read'
      ? changesSomething(firstWordOf(description))
      : said === 'read' || said === 'delete' || named.action === 'delete';
  return isOpposite ? `is named "${named.verb}", and its description says that it would ${said} something` : undefined;
});
