/**
 * Compares the tools of two manifests.
 */
import type { TaskSupport } from '@sigil/core';
import type { ToolDefinition } from '@sigil/core/building';
import type { Comparable } from './comparable-manifest.js';
import { compareHints } from './compare-hints.js';
import { compareScopes } from './compare-scopes.js';
import { compareToolMetadata } from './compare-views.js';
import { compareWords, documentationRule } from './compare-words.js';
import { judgeSchemas } from './judge-schema-changes.js';
import type { ChangeLevel, ManifestChange } from './changes/manifest-change.js';
import { compareComponents, looseKeys, type ComponentKind } from './pair-components.js';
import { compareSpelling, keysOfNames } from './name-spelling.js';
import type { Pair } from './schemas/schema-change.js';
import { textOfValues } from './schemas/schema-text.js';

type Tool = Comparable<ToolDefinition>;

const toolKind: Omit<ComponentKind<Tool>, 'keyOf'> = {
  noun: 'tool',
  nameOf: ({ name }) => name,
  likenessOf: ({ inputSchema, outputSchema }) =>
    `${textOfValues(inputSchema)} ${outputSchema ? textOfValues(outputSchema) : ''}`,
};

/** @param knowsManifest whether both sides know which calls become tasks, and which scopes they need */
export function compareTools(
  pair: Pair<readonly Tool[]>,
  { knowsManifest }: { readonly knowsManifest: boolean },
): ManifestChange[] {
  return compareComponents(pair, { ...toolKind, keyOf: looseKeys<Tool>(pair, keysOfNames) }, (tools, component) => [
    ...compareSpelling(tools, component),
    ...compareInputs(tools, component),
    ...compareOutputs(tools, component),
    ...compareHints(tools, component),
    ...(knowsManifest ? [...compareTasks(tools, component), ...compareScopes(tools, component)] : []),
    ...compareWords(tools, component, documentationRule),
    ...compareToolMetadata(tools, component),
  ]);
}

function compareInputs({ before, after }: Pair<Tool>, component: string): ManifestChange[] {
  return judgeSchemas({ before: before.inputSchema, after: after.inputSchema }, component, 'input');
}

function compareOutputs({ before, after }: Pair<Tool>, component: string): ManifestChange[] {
  const [older, newer] = [before.outputSchema, after.outputSchema];
  if (older && newer) return judgeSchemas({ before: older, after: newer }, component, 'output');
  if (newer) {
    const says = 'results have structured content now: clients may read it';
    return [{ level: 'minor', kind: 'structured-output-added', component, path: 'output', says }];
  }
  if (!older) return [];
  const says = 'results have no structured content any more: clients that read it find nothing';
  return [{ level: 'breaking', kind: 'structured-output-removed', component, path: 'output', says }];
}

type TaskUse = TaskSupport | 'never';

/** Levels of changes in task support: required tasks break clients without them, forbidden tasks break clients that use them. */
const taskLevels: Readonly<Record<TaskUse, Readonly<Record<TaskUse, ChangeLevel>>>> = {
  never: { never: 'patch', optional: 'minor', required: 'breaking' },
  optional: { never: 'breaking', optional: 'patch', required: 'breaking' },
  required: { never: 'breaking', optional: 'minor', required: 'patch' },
};
const taskWords: Readonly<Record<TaskUse, string>> = {
  never: 'never become tasks now',
  optional: 'may become tasks now',
  required: 'must become tasks now',
};

function compareTasks({ before, after }: Pair<Tool>, component: string): ManifestChange[] {
  const older: TaskUse = before.task ?? 'never';
  const newer: TaskUse = after.task ?? 'never';
  if (older === newer) return [];
  return [{ level: taskLevels[older][newer], kind: 'tasks-changed', component, says: `its calls ${taskWords[newer]}` }];
}
