/**
 * Rewrites the input schemas of a manifest for clients that refuse parts of JSON Schema.
 *
 * The accepted values stay the same: the decoders still use the original schema.
 */
import type { JsonObject } from '@sigil/core';
import type { Manifest } from '@sigil/core/building';
import { findDeclaredOrder } from '@sigil/core/building';
import type { ClientTarget } from './client-target.js';
import { rewriteSteps } from './rewrite-steps.js';
import type { TargetRule } from './target-rule.js';
import { targetRules } from './target-rules.data.js';

/** Applies every lossless rewrite that a rule of `targets` requests; problems without a rewrite stay. */
export function rewriteForTargets(manifest: Manifest, targets: readonly ClientTarget[]): Manifest {
  if (targets.length === 0) return manifest;
  const { declaredOrder: _earlier, ...rest } = manifest;
  const tools = manifest.tools.map((tool) => ({ ...tool, inputSchema: rewriteSchema(tool.inputSchema, targets) }));
  // These are JSON by their types; the interfaces of the manifest only lack an index signature.
  const { classes, services } = manifest;
  const parts = { tools, classes, ...(services ? { services } : {}) };
  const declaredOrder = findDeclaredOrder(parts as unknown as JsonObject);
  return { ...(Object.keys(declaredOrder).length > 0 ? { declaredOrder } : {}), ...rest, tools };
}

/** Rewrites the input schema of one tool alike. */
export function rewriteSchema(schema: JsonObject, targets: readonly ClientTarget[]): JsonObject {
  const wanted = rewriteSteps.filter(({ rules }) =>
    rules.some((rule) => {
      const row: TargetRule = targetRules[rule];
      return row.targets.some((target) => targets.includes(target));
    }),
  );
  return wanted.reduce((rewritten, step) => step.rewrite(rewritten), schema);
}
