/**
 * The JavaScript that generated code shares for types that contain themselves and for unions whose members are tried: neither
 * exhausts the stack, nor reads a value by the same reader more than once.
 */

/** How many times a type may contain itself in a value, its outermost use included. */
const maxNesting = 256;

export const nestingHelpers = String.raw`
const maxNesting = ${maxNesting};
let nesting = 0;
let trials = 0;
let readInTrial = new Map();

function descend(read, value, path, problems) {
  if (nesting >= maxNesting) return refuse(problems, path, 'nested at most ' + maxNesting + ' times', value);
  nesting++;
  try {
    return trials === 0 ? read(value, path, problems) : readOnce(read, value, path, problems);
  } finally {
    nesting--;
  }
}

function readOnce(read, value, path, problems) {
  const known = readInTrial.get(read) ?? new Map();
  readInTrial.set(read, known);
  let outcome = known.get(value);
  if (outcome === undefined) {
    const found = [];
    outcome = { result: read(value, path, found), found };
    if (isObject(value) || Array.isArray(value)) known.set(value, outcome);
  }
  for (const problem of outcome.found) if (problems.length < maxProblems) problems.push(problem);
  return outcome.result;
}

function firstThatFits(readers, value, path, problems) {
  let best;
  trials++;
  try {
    for (const read of readers) {
      const found = [];
      const result = read(value, path, found);
      if (found.length === 0) return result;
      if (best === undefined || found.length < best.length) best = found;
    }
  } finally {
    trials--;
    if (trials === 0 && readInTrial.size > 0) readInTrial = new Map();
  }
  for (const problem of best) if (problems.length < maxProblems) problems.push(problem);
  return undefined;
}
`;
