/**
 * All groups of cases.
 */
import type { CaseGroup } from '../type-case.test-support.js';
import { builtIns, collections, mappedBuiltIns, toJson } from './built-ins.test-support.js';
import { computed, utilities } from './computed-types.test-support.js';
import { classes, generics, interfaces } from './declared-types.test-support.js';
import { memberDocs } from './doc-comments.test-support.js';
import { arrays, records, tuples } from './lists.test-support.js';
import { parameters, results } from './methods.test-support.js';
import { modules } from './modules.test-support.js';
import { clashes, recursion } from './named-types.test-support.js';
import { anything, literals, primitives } from './primitives.test-support.js';
import { brands, enums, templates } from './strings-and-enums.test-support.js';
import { absences, intersections, unions } from './unions.test-support.js';

export const allGroups: readonly CaseGroup[] = [
  ...[primitives, literals, anything, templates, enums, brands, unions, intersections, absences],
  ...[arrays, tuples, records, interfaces, classes, generics, utilities, computed, recursion, clashes],
  ...[builtIns, mappedBuiltIns, collections, toJson, modules, memberDocs, parameters, results],
];
