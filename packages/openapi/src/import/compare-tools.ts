/**
 * Judges what clients lose when operations are gone from a document, as `sigil diff` judges manifests.
 */
import { type ChangeLevel, type ComparableManifest, compareManifests } from '@sigil/contracts';
import type { RecordedOperation } from './merging/import-record.js';

/** A change that clients notice. */
export interface GoneTool {
  readonly level: ChangeLevel;
  /** The tool, and the place in its input: `tool "getStations"`, `input.country`. */
  readonly component: string;
  readonly path?: string;
  readonly says: string;
}

/** Returns the tools and arguments that are gone. Texts and types are not compared: `sigil diff` does, with both builds. */
export function compareGone(before: readonly RecordedOperation[], after: readonly RecordedOperation[]): GoneTool[] {
  return compareManifests(manifestOf(before), manifestOf(after))
    .filter(({ level }) => level === 'breaking')
    .map(({ level, component, path, says }) => ({ level, component, says, ...(path !== undefined && { path }) }));
}

function manifestOf(operations: readonly RecordedOperation[]): ComparableManifest {
  const tools = operations.map(({ tool, parameters, body }) => {
    const names = parameters.flatMap((parameter) => ('argument' in parameter ? [parameter.argument] : []));
    const members = body && 'members' in body ? Object.values(body.members) : body ? [body.argument] : [];
    const properties = Object.fromEntries([...names, ...members].map((name) => [name, {}]));
    return { name: tool, inputSchema: { type: 'object' as const, properties, additionalProperties: false } };
  });
  return { plugin: { name: 'import', version: '0.0.0' }, tools, resources: [], resourceTemplates: [], prompts: [] };
}
