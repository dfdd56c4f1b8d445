/**
 * The JavaScript that generated code shares for recursive types and for unions whose members look alike: neither exhausts the
 * stack, nor applies the same reader to a value twice.
 */

/** The maximum nesting of a recursive type in a value, including its outermost use. */
const maxNesting = 256;

/**
 * The helpers; they need the refusals and the steps. A member of a union is `[isLike, read]`, and a closed object also has the
 * names of its members and those that it requires: `[isLike, read, names, required]`.
 */
export const nestingHelpers = String.raw`
const maxNesting = ${maxNesting};
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
  let best;
  trials++;
  try {
    for (const [, read] of candidates) {
      const found = [];
      const result = readOnce(read, value, path, found);
      if (found.length === 0) return result;
      if (best === undefined || found.length < best.length) best = found;
    }
  } finally {
    endTrial();
  }
  if (candidates === members && refuseMixture(members, value, path, problems)) return undefined;
  for (const problem of best) if (problems.length < maxProblems) problems.push(problem);
  return undefined;
}

function refuseMixture(members, value, path, problems) {
  if (!isObject(value) || problems.length >= maxProblems || members.some((member) => member[2] === undefined)) return false;
  const keys = Object.keys(value);
  if (keys.length > mostNames || members.length > mostNames) return false;
  const isCommon = (key) => members.every((member) => member[2].has(key));
  const own = keys.filter((key) => !isCommon(key));
  if (own.some((key) => !members.some((member) => member[2].has(key)))) return false;
  const listed = (names) => names.map((name) => JSON.stringify(name)).join(' and ');
  const groups = (lists) => [...new Set(lists.filter((names) => names.length > 0).map(listed))];
  if (own.length === 0) {
    const wanted = members.map((member) => member[3].filter((key) => !isCommon(key)));
    if (wanted.some((names) => names.length === 0) || members.some((member) => member[3].every((key) => keys.includes(key)))) return false;
    refuseAs(problems, path, 'an object with ' + groups(wanted).join(' or with '), 'an object with none of them');
    return true;
  }
  if (members.some((member) => own.every((key) => member[2].has(key)))) return false;
  const given = groups(members.map((member) => own.filter((key) => member[2].has(key))));
  const expected = 'an object with ' + given.join(' or with ') + ', not with ' + (given.length === 2 ? 'both' : 'several of them');
  refuseAs(problems, path, expected, 'an object with ' + listed(own));
  return true;
}

function hasOnly(value, names) {
  const keys = Object.keys(value);
  spend(4 * keys.length);
  for (const key of keys) if (!names.has(key)) return false;
  return true;
}
`;
