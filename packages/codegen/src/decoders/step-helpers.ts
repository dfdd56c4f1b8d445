/**
 * The JavaScript that generated code shares to bound its work: steps are counted while a call's arguments are read, and arguments
 * that exceed the limit are refused. Decoders are synchronous, so one counter serves them all.
 *
 * A step is about 10 ns of reading. The cost of each piece of work is known in advance: a length, or the number of a type's
 * members.
 */
import { defaultDecodeSteps } from '@sigil/core/building';

/** Limit, for one call, on the cells filled while comparing names to suggest the nearest. */
const mostAdvice = 200_000;

/** The helpers; they need the refusals. */
export const stepHelpers = String.raw`
let mostSteps = ${defaultDecodeSteps};
let steps = 1073741823;
let advice = ${mostAdvice};
const exhausted = new Error('a value takes more steps to be read or written than any may');

function limitDecodeSteps(most) {
  mostSteps = Math.min(most, 1073741823);
}

function begin() {
  isPrivate = false;
  steps = mostSteps;
  advice = ${mostAdvice};
}

function beginUnlimited() {
  isPrivate = false;
  steps = 1073741823;
  advice = ${mostAdvice};
}

function beginPrivate() {
  beginUnlimited();
  isPrivate = true;
}

function spend(count) {
  if ((steps -= count) < 0) throw exhausted;
}

function spendOnHashes(count) {
  spend(count + Math.floor((count * count) / 8));
}

function giveUp(error, value, problems) {
  if (error !== exhausted) throw error;
  problems.length = 0;
  refuse(problems, '', 'readable in ' + mostSteps + ' steps (limit maxDecodeSteps; send less in one call)', value);
  return [];
}
`;
