/**
 * The comparable part of a plugin: its whole manifest, or what a running server reports.
 */
import type {
  ManifestClass,
  ManifestCode,
  ManifestCompletion,
  ManifestPlugin,
  ManifestService,
  ManifestSkills,
  ManifestViews,
  MethodRef,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from '@sigil/core/building';

/** A component and, if known, its method and the scopes that it requires. */
export type Comparable<Definition> = Definition & { readonly origin?: MethodRef; readonly scopes?: readonly string[] };

/** A manifest matches it; so does a server's listing, without `classes`, `completions` and `code`. */
export interface ComparableManifest {
  readonly plugin: ManifestPlugin;
  readonly tools: readonly Comparable<ToolDefinition>[];
  readonly resources: readonly Comparable<ResourceDefinition>[];
  readonly resourceTemplates: readonly Comparable<ResourceTemplateDefinition>[];
  readonly prompts: readonly Comparable<PromptDefinition>[];
  /** Absent for a running server; then tasks, cache hints and the plugin's own name are not compared. */
  readonly classes?: readonly ManifestClass[];
  readonly services?: readonly ManifestService[];
  readonly completions?: readonly ManifestCompletion[];
  readonly code?: ManifestCode;
  readonly skills?: ManifestSkills;
  readonly views?: ManifestViews;
}
