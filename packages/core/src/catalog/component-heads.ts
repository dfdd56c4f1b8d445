/**
 * The part of a component that its manifest decides: the definition that clients see, and the members that they do not.
 *
 * Binding adds the methods, where the code is; the host adds calls of the methods, where it is not.
 */
import type {
  Manifest,
  ManifestPrompt,
  ManifestResource,
  ManifestResourceTemplate,
  ManifestTool,
} from '../manifest/manifest.js';
import type { Announcer } from '../model/context.js';
import type {
  Guarded,
  PublishedPrompt,
  PublishedResource,
  PublishedResourceTemplate,
  PublishedTool,
  RunComponent,
} from './catalog.js';

type Head<Component extends RunComponent & Guarded & { readonly definition: object }> = Pick<
  Component,
  'definition' | 'announcer' | 'build' | 'announcesUpdates' | 'scopes'
>;

type ToolHead = Head<PublishedTool> & Pick<PublishedTool, 'streamSchema' | 'isResumable' | 'isAlwaysListed' | 'terms'>;

/** Writes the heads of the components of one manifest. */
export class ComponentHeads {
  readonly #common: RunComponent;

  /** @param announcer receives the announcements of the components' code */
  constructor(manifest: Manifest, announcer: Announcer) {
    this.#common = { announcer, build: manifest.code.cid, announcesUpdates: manifest.announcesUpdates === true };
  }

  tool(tool: ManifestTool): ToolHead {
    const {
      origin: _origin,
      formerly: _formerly,
      scopes,
      streamSchema,
      resumable,
      always,
      terms,
      ...definition
    } = tool;
    return {
      ...this.#headOf(definition, scopes),
      ...(streamSchema ? { streamSchema } : {}),
      ...(resumable === true ? { isResumable: true } : {}),
      ...(always === true ? { isAlwaysListed: true } : {}),
      ...(terms ? { terms } : {}),
    };
  }

  resource({ origin: _origin, scopes, ...definition }: ManifestResource): Head<PublishedResource> {
    return this.#headOf(definition, scopes);
  }

  resourceTemplate({
    origin: _origin,
    list: _list,
    scopes,
    ...definition
  }: ManifestResourceTemplate): Head<PublishedResourceTemplate> {
    return this.#headOf(definition, scopes);
  }

  prompt({ origin: _origin, scopes, ...definition }: ManifestPrompt): Head<PublishedPrompt> {
    return this.#headOf(definition, scopes);
  }

  #headOf<Definition>(
    definition: Definition,
    scopes: readonly string[] | undefined,
  ): { readonly definition: Definition } & RunComponent & Guarded {
    return { definition, ...this.#common, ...(scopes === undefined ? {} : { scopes }) };
  }
}
