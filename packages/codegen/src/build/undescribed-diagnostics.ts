/**
 * Reports the properties of a built manifest that have no description, at their declarations.
 */
import type { Manifest } from '@sigil/core/building';
import { diagnosticCodes } from '../diagnostics/diagnostic-codes.js';
import { sortDiagnostics } from '../diagnostics/sort-diagnostics.js';
import { describeUndescribed, findUndescribed } from '@sigil/contracts/schema';
import type { Diagnostic } from '../model/diagnostic.js';
import type { MethodModel, PluginModel } from '../model/plugin-model.js';

/** Returns the diagnostics in display order. A schema without its own place is reported at its input or method. */
export function undescribedDiagnostics(manifest: Manifest, { classes }: PluginModel): Diagnostic[] {
  const methods = new Map(
    classes.flatMap((one) => one.methods.map((method): [string, MethodModel] => [keyOf(method), method])),
  );
  const found = findUndescribed(manifest).flatMap((undescribed) => {
    const method = methods.get(keyOf(undescribed));
    if (!method) return [];
    const place =
      (undescribed.input === undefined ? undefined : method.placeOfInput.get(undescribed.input)) ?? method.at;
    const fix = diagnosticCodes.SIGIL077.remedy;
    return [{ code: 'SIGIL077', message: describeUndescribed(undescribed), fix, ...place }];
  });
  return sortDiagnostics(found);
}

function keyOf({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return `${kind} ${name}`;
}
