/**
 * Describes views and the tools that belong to them, for the page of a server.
 */
import type { JsonObject, ViewMetadata } from '@sigil/core';
import { viewMetadataOf, type ResourceDefinition, type ToolDefinition } from '@sigil/core/building';

/** A label beside the name of a component. */
export interface Mark {
  readonly text: string;
  /** True for one to consider before the component is used. */
  readonly isWarning: boolean;
}

/** Returns whether a tool names a view. */
export function namesView(tool: ToolDefinition): boolean {
  return viewMetadataOf(tool).resourceUri !== undefined;
}

/** Marks a tool that names a view, and one that not everybody may call. */
export function viewMarksOf(tool: ToolDefinition): Mark[] {
  const { resourceUri, visibility = ['model', 'app'] } = viewMetadataOf(tool);
  return [
    ...(resourceUri === undefined ? [] : ['view']),
    ...(visibility.includes('model') ? [] : ['for views only']),
    ...(visibility.includes('app') ? [] : ['for models only']),
  ].map((text) => ({ text, isWarning: false }));
}

/** Marks everything that a view asks its host for, and the tools whose results it shows. */
export function marksOfView({ uri, _meta }: ResourceDefinition, tools: readonly ToolDefinition[]): Mark[] {
  const shown = tools.filter((tool) => viewMetadataOf(tool).resourceUri === uri).map(({ name }) => `shows ${name}`);
  return [
    ...shown.map((text) => ({ text, isWarning: false })),
    ...askedBy(_meta).map((text) => ({ text, isWarning: true })),
  ];
}

function askedBy(meta: JsonObject | undefined): readonly string[] {
  // Sound: only texts are taken from it, and another server may have written anything.
  const { csp, permissions } = (meta?.['ui'] ?? {}) as ViewMetadata;
  const hosts = Object.values(csp ?? {}).flatMap((list: unknown) => (Array.isArray(list) ? list.map(String) : []));
  return [...new Set([...hosts, ...Object.keys(permissions ?? {})])];
}
