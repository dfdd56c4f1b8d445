/**
 * Finds where configuration overrides a plugin's source, since a change of the source does not show there.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { normalizeUri } from '@sigil/core/building';
import type { Catalog } from '@sigil/core/catalog';
import type { CatalogParts } from './build-server-catalog.js';

type Table = 'tools' | 'resources' | 'prompts';

/** Members that override those of the source, with the overridden part of the source. */
const members: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  inputSchema: 'inputSchema',
  outputSchema: 'outputSchema',
  annotations: 'annotations',
  mimeType: 'mimeType',
  arguments: 'arguments',
  messages: 'messages',
  template: 'messages',
  text: 'content',
  blob: 'content',
  content_cid: 'content',
  cache: 'cache',
};

interface Entry {
  readonly name: string;
  readonly given: JsonObject;
  /** The source of the override, as a phrase. */
  readonly by: string;
}

/** @returns a sentence each, such as `tool "convert": description overridden by mcps/configs/markdown.json` */
export function findOverrides({ configuration, available, overlay }: CatalogParts): readonly string[] {
  const by = configuration.file ?? 'the configuration of servers';
  return (['tools', 'resources', 'prompts'] as const).flatMap((table) => {
    const kind = table.slice(0, -1);
    const configured = Object.entries(configuration[table]).map(([name, given]): Entry => ({ name, given, by }));
    const listed = overlay[table].map((given): Entry => ({
      name: String(given['name']),
      given,
      by: `its transform of ${table}`,
    }));
    return [...configured, ...listed].flatMap((entry) => {
      const overridden = overriddenMembers(entry.given, definitionOf(table, entry, available));
      return [
        ...(overridden.length === 0
          ? []
          : [`${kind} "${entry.name}": ${overridden.join(', ')} overridden by ${entry.by}`]),
        ...(table === 'tools' ? describeRules(entry, available) : []),
      ];
    });
  });
}

/** Describes how the entry changes calls of its tool, without the values that it sends. */
function describeRules({ name, given, by }: Entry, available: Catalog): readonly string[] {
  const runs = String(given['runs'] ?? name);
  if (!available.findTool(runs)) return [];
  const rules = isJsonObject(given['arguments']) ? Object.entries(given['arguments']) : [];
  const changes = rules.map(
    ([argument, rule]) => `argument "${argument}" ${describeRule(isJsonObject(rule) ? rule : {})}`,
  );
  if (isJsonObject(given['result'])) changes.push('result reduced or rewritten');
  const isCollision = runs !== name && available.findTool(name)?.definition.name === name;
  return [
    ...(changes.length === 0 ? [] : [`tool "${name}": ${changes.join(', ')} by ${by}`]),
    ...(isCollision ? [`tool "${name}": runs "${runs}" and hides another tool of its own name, by ${by}`] : []),
  ];
}

function describeRule(rule: JsonObject): string {
  if (rule['constant'] !== undefined) return 'hidden by a constant';
  const changes = [
    ...(typeof rule['name'] === 'string' ? [`called "${rule['name']}"`] : []),
    ...(rule['default'] === undefined ? [] : ['with a default']),
    ...(rule['title'] === undefined && rule['description'] === undefined ? [] : ['described']),
  ];
  return changes.join(' and ');
}

/** Returns the source's definition of the component that the entry runs or reads. */
function definitionOf(table: Table, { name, given }: Entry, available: Catalog): object | undefined {
  const runs = String(given['runs'] ?? name);
  if (table === 'tools') return available.findTool(runs)?.definition;
  if (table === 'prompts') return available.findPrompt(runs)?.definition;
  const uri = normalizeUri(String(given['uri']));
  return available.resources.find(({ definition }) => normalizeUri(definition.uri) === uri)?.definition;
}

function overriddenMembers(given: JsonObject, source: object | undefined): readonly string[] {
  if (!source) return [];
  const said = new Map<string, unknown>(Object.entries(source));
  const overridden = Object.keys(given).flatMap((member) => {
    const replaced = Object.hasOwn(members, member) ? members[member]! : undefined;
    if (replaced === undefined) return [];
    const isOwn = replaced === 'messages' || replaced === 'content';
    const isOther = said.has(replaced) && JSON.stringify(said.get(replaced)) !== JSON.stringify(given[member]);
    return isOwn || isOther ? [replaced] : [];
  });
  return [...new Set(overridden)];
}
