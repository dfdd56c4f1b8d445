/**
 * Runs the checks that had to wait until every type was read completely: a recursive type is not known before.
 */
import type { OpenCheck, Reading } from '../program/reading.js';
import { constrain, findConstraint, isRecursiveAlone, recursiveRefsOf } from './constraint-tags.js';
import { fitsNode } from './fits-node.js';

/** Reports the problem of each check that fails. */
export function runOpenChecks({ openChecks, problems }: Reading): void {
  for (const check of openChecks) {
    const { file, start } = check.problem.at;
    const isReported = check.kind === 'place' && problems.hasAny(file, start, start);
    if (!isReported && !holds(check)) problems.add(check.problem);
  }
}

function holds(check: OpenCheck): boolean {
  switch (check.kind) {
    case 'value':
      return fitsNode(check.value, check.node);
    case 'constraint':
      return fitsConstraint(check);
    case 'place':
      return false;
  }
}

/** Beside other types, which accepted the constraint, a recursive type must not accept it too. */
function fitsConstraint({ tag, value, node }: Extract<OpenCheck, { kind: 'constraint' }>): boolean {
  const constraint = findConstraint(tag);
  const fits = recursiveRefsOf(node).some(
    ({ definition }) => constraint && constrain(definition.node, constraint, value) !== undefined,
  );
  return isRecursiveAlone(node) ? fits : !fits;
}
