/**
 * Checks completions against the components of the whole plugin: each must name an existing argument, and no argument may have
 * two.
 */
import { argumentsOf, completionTarget, spellingsOf, spellTarget } from '../manifest/method-arguments.js';
import { describePlace } from './component-names.js';
import { findNearest } from './program/nearest-name.js';
import type { Place, Problem } from './program/problems.js';
import type { PlacedCompletion } from './read-completion.js';
import type { ReadClass } from './read-class.js';
import type { Reading } from './program/reading.js';

/** Reports completions without a target and second completions of one argument. */
export function checkCompletions(reading: Reading, classes: readonly ReadClass[]): void {
  const targets = new Map<string, Target>();
  for (const { model: owner, methods } of classes) {
    for (const { model } of methods) {
      const name = completionTarget(model);
      if (name === undefined) continue;
      const target = { name, arguments: argumentsOf(model).map((property) => property.name) };
      for (const spelling of spellingsOf(owner, name)) targets.set(spelling, target);
    }
  }
  // The target of a completion may be a component that could not be read, which was already reported.
  const knowsAll = classes.every((one) => one.isComplete);
  const firsts = new Map<string, PlacedCompletion>();
  for (const completion of classes.flatMap((one) => one.completions)) {
    const target = targets.get(spellTarget(completion.model.of));
    if (target) checkArgument(reading, completion, target.arguments);
    else if (knowsAll) reportTarget(reading, completion, [...new Set([...targets.values()].map(({ name }) => name))]);
    checkFirst(reading, completion, target?.name ?? completion.model.of, firsts);
  }
}

/** A prompt or a template, and the names of its arguments. */
interface Target {
  readonly name: string;
  readonly arguments: readonly string[];
}

function reportTarget(reading: Reading, { model, atOf }: PlacedCompletion, targets: readonly string[]): void {
  const message = `${nameOf(model)}: no prompt and no resource template of this plugin is ${JSON.stringify(model.of)}`;
  const unspaced = targets.find((target) => target.endsWith(`_${model.of}`) || target.endsWith(`.${model.of}`));
  const fix = writeInstead(unspaced ?? findNearest(model.of, targets), atOf);
  reading.problems.add({ code: 'SIGIL027', at: atOf, message, ...fix });
}

function checkArgument(
  reading: Reading,
  { model, atArgument }: PlacedCompletion,
  argumentNames: readonly string[],
): void {
  const { of, argument } = model;
  if (argumentNames.includes(argument)) return;
  const message = `${nameOf(model)}: ${JSON.stringify(of)} has no argument ${JSON.stringify(argument)}`;
  const [only, ...others] = argumentNames;
  const nearest = findNearest(argument, argumentNames) ?? (others.length === 0 ? only : undefined);
  reading.problems.add({ code: 'SIGIL027', at: atArgument, message, ...writeInstead(nearest, atArgument) });
}

function checkFirst(
  reading: Reading,
  completion: PlacedCompletion,
  of: string,
  firsts: Map<string, PlacedCompletion>,
): void {
  const { argument } = completion.model;
  const key = JSON.stringify([of, argument]);
  const first = firsts.get(key);
  if (!first) {
    firsts.set(key, completion);
    return;
  }
  const what = `argument ${JSON.stringify(argument)} of ${JSON.stringify(of)}`;
  const by = `${completion.className}.${completion.model.method}`;
  const before = `${first.className}.${first.model.method}, at ${describePlace(reading, first.at)}`;
  reading.problems.add({
    code: 'SIGIL028',
    at: completion.at,
    message: `the ${what} is completed by ${by} and by ${before}`,
  });
}

function writeInstead(name: string | undefined, at: Place): Pick<Problem, 'fix' | 'correction'> {
  if (name === undefined) return {};
  const text = JSON.stringify(name);
  return { fix: `Write ${text}.`, correction: { at, text } };
}

function nameOf({ method }: PlacedCompletion['model']): string {
  return `completion "${method}"`;
}
