/**
 * Reports properties without a description: those of the plugin's own types one by one, and those of each installed type together,
 * since the plugin's author cannot edit it.
 */
import { describeUndescribed } from '@sigil/contracts/schema';
import { diagnosticCodes } from '../diagnostics/diagnostic-codes.js';
import { sortDiagnostics } from '../diagnostics/sort-diagnostics.js';
import type { Diagnostic, DiagnosticSeverity } from '../model/diagnostic.js';
import type { UndescribedProperty } from './undescribed-properties.js';

/** The properties that a note names; it has the number of the others. */
const maxNamed = 3;

const foreignFix =
  'Nothing has to be done. To describe them, declare a type of your own with the members that clients need.';

/**
 * Returns the diagnostics in display order, properties of the plugin's own types with this severity.
 *
 * @param listsForeign whether properties of installed types are reported one by one as well, with the same severity
 */
export function undescribedDiagnostics(
  properties: readonly UndescribedProperty[],
  severity: DiagnosticSeverity,
  listsForeign = false,
): Diagnostic[] {
  const single: UndescribedProperty[] = [];
  const byType = new Map<string, UndescribedProperty[]>();
  for (const property of properties) {
    const key = listsForeign || !property.foreign ? undefined : `${property.foreign.package} ${property.foreign.type}`;
    if (key === undefined) single.push(property);
    else byType.set(key, [...(byType.get(key) ?? []), property]);
  }
  return sortDiagnostics([
    ...single.map((one) => describeSingle(one, severity)),
    ...[...byType.values()].flatMap(describeTogether),
  ]);
}

function describeSingle(property: UndescribedProperty, severity: DiagnosticSeverity): Diagnostic {
  const { remedy: fix } = diagnosticCodes.SIGIL077;
  return {
    code: 'SIGIL077',
    message: describeUndescribed(property),
    fix,
    ...property.place,
    ...(severity !== 'error' && { severity }),
  };
}

/** Returns one note, at the first use of the type. */
function describeTogether(properties: readonly UndescribedProperty[]): Diagnostic[] {
  const [first] = properties;
  if (!first?.foreign) return [];
  const { type, package: from } = first.foreign;
  const count = properties.length;
  const named = [...new Set(properties.map(({ path }) => JSON.stringify(path)))].slice(0, maxNamed).join(', ');
  const more = count > maxNamed ? ` and ${count - maxNamed} more` : '';
  const verb = count === 1 ? 'property has' : 'properties have';
  const message = `${count} ${verb} no description in ${type} of ${from}: ${named}${more}`;
  return [{ code: 'SIGIL077', severity: 'note', message, fix: foreignFix, ...first.place }];
}
