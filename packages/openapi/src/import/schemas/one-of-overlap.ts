/**
 * Notes alternatives of oneOf that one value may fit several of: a union of types then accepts what the document refuses.
 */
import type { Place } from '../source/pointer.js';
import { followRef, type ShapeReading } from './shape-reading.js';
import type { ObjectShape, Shape } from './shape.js';

/** Notes the overlap unless every two alternatives are certainly disjoint. */
export function noteOverlap(reading: ShapeReading, shapes: readonly Shape[], place: Place): void {
  reading.later.push(() => {
    const targets = shapes.map((shape) => followRef(reading, shape));
    const overlaps = targets.some((a, index) =>
      targets.slice(index + 1).some((b) => !a || !b || !isDisjoint(reading, a, b)),
    );
    if (overlaps)
      reading.notices.add('one-of-overlap', place, 'a value may fit several alternatives, which oneOf refuses');
  });
}

function isDisjoint(reading: ShapeReading, a: Shape, b: Shape): boolean {
  if (a.kind === 'never' || b.kind === 'never') return true;
  if (a.kind === 'union') return a.members.every((member) => isDisjointFollowed(reading, member, b));
  if (b.kind === 'union') return b.members.every((member) => isDisjointFollowed(reading, a, member));
  if (a.kind === 'literals' && b.kind === 'literals') return a.values.every((value) => !b.values.includes(value));
  const [kindsA, kindsB] = [kindsOf(a), kindsOf(b)];
  if (!kindsA || !kindsB) return false;
  if (kindsA.every((kind) => !kindsB.includes(kind))) return true;
  return a.kind === 'object' && b.kind === 'object' && hasOwnTag(reading, a, b);
}

function isDisjointFollowed(reading: ShapeReading, a: Shape, b: Shape): boolean {
  const [left, right] = [followRef(reading, a), followRef(reading, b)];
  return left !== undefined && right !== undefined && isDisjoint(reading, left, right);
}

/** Returns whether both objects require a member for which they have different values. */
function hasOwnTag(reading: ShapeReading, a: ObjectShape, b: ObjectShape): boolean {
  return a.members.some((member) => {
    const other = b.members.find(({ name }) => name === member.name);
    if (!member.isRequired || !other?.isRequired) return false;
    const [left, right] = [followRef(reading, member.shape), followRef(reading, other.shape)];
    return left?.kind === 'literals' && right?.kind === 'literals' && isDisjoint(reading, left, right);
  });
}

function kindsOf(shape: Shape): readonly string[] | undefined {
  switch (shape.kind) {
    case 'array':
    case 'tuple':
      return ['array'];
    case 'object':
    case 'intersection':
      return ['object'];
    case 'literals':
      return [...new Set(shape.values.map((value) => (value === null ? 'null' : typeof value)))];
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return [shape.kind];
    default:
      return undefined;
  }
}
