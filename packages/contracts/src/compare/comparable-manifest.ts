/**
 * The part of a plugin that can be compared: all of its manifest, or what a running server tells of it.
 */
import type {
  ManifestClass,
  ManifestCode,
  ManifestCompletion,
  ManifestPlugin,
  ManifestService,
  MethodRef,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from '@sigil/core/building';

/** A component and, where that is known, the method it is and the scopes that it asks for. */
export type Comparable<Definition> = Definition & { readonly origin?: MethodRef; readonly scopes?: readonly string[] };

/** A manifest is one; a listing of a server is one without `classes`, `completions` and `code`. */
export interface ComparableManifest {
  readonly plugin: ManifestPlugin;
  readonly tools: readonly Comparable<ToolDefinition>[];
  readonly resources: readonly Comparable<ResourceDefinition>[];
  readonly resourceTemplates: readonly Comparable<ResourceTemplateDefinition>[];
  readonly prompts: readonly Comparable<PromptDefinition>[];
  /** Absent in what a server tells; then neither tasks nor cache hints nor the plugin's own name are compared. */
  readonly classes?: readonly ManifestClass[];
  readonly services?: readonly ManifestService[];
  readonly completions?: readonly ManifestCompletion[];
  readonly code?: ManifestCode;
}
