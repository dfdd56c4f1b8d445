/**
 * The JavaScript that generated code shares for recursive types and for unions whose members look alike: neither exhausts the
 * stack, nor applies the same reader to a value twice.
 */

/** The maximum nesting of a recursive type in a value, including its outermost use. */
const maxNesting = 256;

/** Alternatives of a union that a message names, and the length of what it says of each, in characters. */
const maxAlternatives = 4;
const maxWords = 200;

/**
 * The helpers; they need the refusals and the steps. A member of a union is `[isLike, read]`, and a closed object also has the
 * names of its members and those that it requires: `[isLike, read, names, required]`.
 */
export const nestingHelpers = String.raw`
const maxNesting = ${maxNesting};
const maxAlternatives = ${maxAlternatives};
const maxWords = ${maxWords};
let nesting = 0;
let trials = 0;
let readInTrial = new Map();

function descend(read, value, path, problems) {
  if (nesting >= maxNesting) return refuse(problems, path, 'nested at most ' + maxNesting + ' times', value);
  nesting++;
  try {
    return readOnce(read, value, path, problems);
  } finally {
    nesting--;
  }
}

function readOnce(read, value, path, problems) {
  if (trials === 0 || typeof value !== 'object' || value === null) return read(value, path, problems);
  let known = readInTrial.get(read);
  if (known === undefined) readInTrial.set(read, (known = new Map()));
  let outcome = known.get(value);
  if (outcome === undefined) {
    spend(20);
    const found = [];
    outcome = { result: read(value, path, found), found };
    known.set(value, outcome);
  }
  for (const problem of outcome.found) if (problems.length < maxProblems) problems.push(problem);
  return outcome.result;
}

function endTrial() {
  trials--;
  if (trials === 0 && readInTrial.size > 0) readInTrial = new Map();
}

function candidatesOf(members, value) {
  let candidates;
  for (const member of members) {
    if (!member[0](value)) continue;
    if (candidates === undefined) candidates = [member];
    else candidates.push(member);
  }
  return candidates ?? members;
}

function readMember(members, value, path, problems) {
  const candidates = candidatesOf(members, value);
  if (candidates.length === 1) return readOnce(candidates[0][1], value, path, problems);
  const outcomes = [];
  trials++;
  try {
    for (const member of candidates) {
      const found = [];
      const result = readOnce(member[1], value, path, found);
      if (found.length === 0) return result;
      outcomes.push([member, found]);
    }
  } finally {
    endTrial();
  }
  if (candidates === members && refuseNames(members, value, path, problems)) return undefined;
  const nearest = nearestOutcomes(outcomes, value);
  if (nearest.length > 1 && refuseAlternatives(nearest, value, path, problems)) return undefined;
  for (const problem of nearest[0]) if (problems.length < maxProblems) problems.push(problem);
  return undefined;
}

function nearestOutcomes(outcomes, value) {
  const keys = isObject(value) && outcomes.every(([member]) => member[2] !== undefined) ? keysOf(value) : [];
  let best = [];
  let most = -1;
  for (const [member, found] of outcomes) {
    spend(keys.length);
    const known = keys.reduce((count, key) => count + (member[2].has(key) ? 1 : 0), 0);
    if (known > most || (known === most && found.length < best[0].length)) [best, most] = [[found], known];
    else if (known === most && found.length === best[0].length) best.push(found);
  }
  return best;
}

function refuseAlternatives(alternatives, value, path, problems) {
  const isInside = (problem) => problem.path.length > path.length;
  if (problems.length >= maxProblems || !alternatives.every((found) => found.every(isInside))) return false;
  spend(20 * alternatives.length);
  const [[first]] = alternatives;
  const isOfOne = ([problem, ...others]) => others.length === 0 && problem.path === first.path && problem.unknown === undefined;
  if (alternatives.every(isOfOne)) {
    refuseAs(problems, first.path, inAlternatives(alternatives.map(([problem]) => problem.expected), ' or '), first.received);
    return true;
  }
  const texts = alternatives.map((found) => cutWords(found.slice(0, 3).map((problem) => wish(problem, path)).join(' and ')));
  const what = Array.isArray(value) ? 'an array' : 'an object';
  const wanted = inAlternatives(texts, ', or with ');
  if (wanted === texts[0]) return false;
  refuseAs(problems, path, what + ' with ' + wanted, what + ' that fits none of them');
  return true;
}

function wish(problem, path) {
  const inner = problem.path.slice(path.length).replace(/^\./, '');
  return problem.unknown === undefined ? quotedName(inner) + ' as ' + problem.expected : 'no ' + quotedName(inner);
}

function inAlternatives(texts, joint) {
  const distinct = [...new Set(texts)];
  const more = distinct.length > maxAlternatives ? joint + (distinct.length - maxAlternatives) + ' more' : '';
  return distinct.slice(0, maxAlternatives).map(cutWords).join(joint) + more;
}

function cutWords(text) {
  return text.length > maxWords ? text.slice(0, maxWords) + ' …' : text;
}

function refuseNames(members, value, path, problems) {
  if (!isObject(value) || problems.length >= maxProblems || members.some((member) => member[2] === undefined)) return false;
  const keys = keysOf(value);
  spend(4 * members.length * (keys.length + 1));
  const isCommon = (key) => members.every((member) => member[2].has(key));
  const isKnown = (key) => members.some((member) => member[2].has(key));
  const known = keys.filter((key) => isKnown(key) && !isCommon(key));
  const unknown = keys.filter((key) => !isKnown(key));
  const isMixed = known.length > 0 && !members.some((member) => known.every((key) => member[2].has(key)));
  if (known.length > 0 && !isMixed) return false;
  const names = new Set(members.flatMap((member) => [...member[2]]));
  const needsNothing = members.some((member) => member[3].every(isCommon));
  if (!isMixed && needsNothing) {
    const isLacking = members.some((member) => member[3].some((key) => isCommon(key) && !Object.hasOwn(value, key)));
    if (isLacking || unknown.length === 0) return false;
    for (const key of unknown) refuseName(problems, memberPath(path, key), key, names, value[key]);
    return true;
  }
  const wanted = members.map((member) =>
    [...member[2]].filter((key) => (member[3].includes(key) ? !isCommon(key) || !Object.hasOwn(value, key) : known.includes(key))),
  );
  const groups = [...new Set(wanted.filter((group) => group.length > 0).map((group) => namesInWords(group)))];
  const more = groups.length > mostNames ? ' or ' + (groups.length - mostNames) + ' more' : '';
  const expected = 'an object with ' + groups.slice(0, mostNames).join(' or with ') + more;
  if (isMixed) {
    const both = groups.length === 2 ? 'both' : 'several of them';
    refuseAs(problems, path, expected + ', not with ' + both, 'an object with ' + namesInWords(known));
    for (const key of unknown) refuseName(problems, memberPath(path, key), key, names, value[key]);
    return true;
  }
  const meant = unknown.slice(0, mostNames).flatMap((key) => nearestName(key, names) ?? []);
  const advice = meant.length === 0 ? '' : ' (did you mean ' + namesInWords(meant) + '?)';
  refuseAs(problems, path, expected + advice, 'an object with ' + (unknown.length === 0 ? 'none of them' : namesInWords(unknown)));
  return true;
}

function namesInWords(names) {
  const more = names.length > mostNames ? ' and ' + (names.length - mostNames) + ' more' : '';
  return names.slice(0, mostNames).map(quotedName).join(' and ') + more;
}

function hasOnly(value, names) {
  const keys = Object.keys(value);
  spend(4 * keys.length);
  for (const key of keys) if (!names.has(key)) return false;
  return true;
}
`;
