/**
 * Reads a plugin repeatedly as an editor shows it: from its folder and from texts that are not saved. Writes nothing.
 */
import type { Framework, Manifest, ManifestPlugin } from '@sigil/core/building';
import type { ClientTarget } from '@sigil/contracts/targets';
import { InputLog } from '../inputs/input-log.js';
import { buildComponents } from '../manifest/build-manifest.js';
import { hasErrors } from '../model/diagnostic.js';
import type { ClassModel, MethodModel, PluginModel } from '../model/plugin-model.js';
import type { SourcePlace } from '../model/source-place.js';
import { openPluginReader, type SearchableReader } from '../reader/plugin-reader.js';
import type { RenameLocation } from '../reader/rename-locations.js';
import type { BuildResult } from './build-result.js';
import { openBuilder } from './open-builder.js';
import type { OpenReader } from './plugin-sources.js';
import { readPackage } from './read-package.js';

/** A plugin that is open in an editor; call `close` at the end. */
export interface PluginDocuments {
  /** Absolute path without symbolic links. */
  readonly folder: string;
  /** Returns whether the latest reading depends on a file, by its absolute path with `/`: a source, a configuration, a lockfile. */
  isInput(path: string): boolean;
  /** Reads a text in place of a file, by its absolute path without symbolic links; `undefined` reads the file again. */
  setText(path: string, text: string | undefined): void;
  /** Marks files, given as absolute paths, as changed, added or removed on disk. */
  refresh(changedFiles: readonly string[]): void;
  /**
   * Returns the components that a build of these texts would publish, without checking the bodies of functions and without bundling code;
   * `undefined` if the sources have other errors. Reads once for each change, and may be called while `read` is running.
   */
  readComponents(): Promise<PublishedComponents | undefined>;
  /**
   * Returns the components of `readComponents` of one method in a file, in a fraction of its time; `undefined` if only the whole plugin shows
   * what the method is.
   */
  readMethod(path: string, method: string): PublishedComponents | undefined;
  /** Returns whether a build of these texts would go on to bundle their code; `read` then begins with the sources that were checked. */
  areSourcesSound(): Promise<boolean>;
  /**
   * Returns the result that a build of these texts would have, but for the CID of the code, whose decoders are not written. Call it for one
   * reading at a time. If texts change meanwhile, the result is of neither the old nor the new ones.
   */
  read(): Promise<BuildResult>;
  /**
   * Returns every place that names the same thing as the identifier at an offset of a file, tests included, in the texts of the
   * latest reading; none if nothing there can be renamed.
   */
  findRenameLocations(path: string, offset: number): readonly RenameLocation[];
  close(): Promise<void>;
}

/** The components of a plugin, and where they are declared. */
export interface PublishedComponents extends Pick<Manifest, 'tools' | 'resources' | 'resourceTemplates' | 'prompts'> {
  readonly plugin: ManifestPlugin;
  /** The clients that the plugin is for, from its package.json; absent where it does not say. */
  readonly targets?: readonly ClientTarget[];
  readonly methods: readonly PublishedMethodPlace[];
}

/** A method with `@Tool`, `@Resource` or `@Prompt`. */
export interface PublishedMethodPlace {
  readonly kind: MethodModel['kind'];
  /** The name by which it is published, which for a resource is not its URI. */
  readonly name: string;
  readonly className: string;
  /** The method's own name. */
  readonly method: string;
  /** The place of the method's name. */
  readonly at: SourcePlace;
  /** The place of each input, by name. */
  readonly inputs: ReadonlyMap<string, SourcePlace>;
}

/**
 * Opens the plugin in `folder`.
 *
 * @throws Error when there is no such folder
 */
export async function openPluginDocuments(folder: string): Promise<PluginDocuments> {
  const inputs = new InputLog();
  let reader: SearchableReader | undefined;
  let readerFramework: Framework | undefined;
  const openReader: OpenReader = (path, _inputs, framework) => {
    const opened = openPluginReader(path, { inputs, ...(framework && { framework }) });
    readerFramework = framework;
    // The compiler that may check a first reading sees the files on disk only.
    reader = { ...opened, readFirst: async () => opened.read() };
    return reader;
  };
  const builder = await openBuilder(folder, openReader, { checksOnly: true }, inputs);
  return {
    folder: builder.folder,
    isInput: (path) => builder.inputs.files.has(path) || builder.files.includes(path),
    setText: (path, text) => {
      inputs.setUnsaved(path, text);
      builder.refresh([path]);
    },
    refresh: (changedFiles) => builder.refresh(changedFiles),
    readComponents: async () => {
      const { model, diagnostics, plugin, targets } = await builder.readSources();
      return plugin && !hasErrors(diagnostics) ? componentsOf(model, { plugin, targets }) : undefined;
    },
    readMethod: (path, method) => {
      const described = readPackage(builder.folder, inputs);
      // Another framework needs another reader.
      if ('diagnostics' in described || described.plugin.framework !== readerFramework) return undefined;
      const classes = reader?.readMethod(path, method);
      if (!classes || classes.some(hasSchema)) return undefined;
      return componentsOf({ classes, schemaCalls: [] }, described);
    },
    areSourcesSound: async () => !hasErrors((await builder.checkSources()).diagnostics),
    read: () => builder.read(),
    findRenameLocations: (path, offset) => reader?.findRenameLocations(path, offset) ?? [],
    close: () => builder.close(),
  };
}

/** Returns whether a method has a schema in its decorator, which takes a process to evaluate. */
function hasSchema({ methods }: ClassModel): boolean {
  return methods.some((method) => method.kind === 'tool' && (method.input ?? method.output) !== undefined);
}

function componentsOf(
  model: PluginModel,
  { plugin, targets }: { readonly plugin: ManifestPlugin; readonly targets?: readonly ClientTarget[] | undefined },
): PublishedComponents {
  return { plugin, ...(targets && { targets }), ...buildComponents(model), methods: placesOf(model) };
}

function placesOf({ classes }: PluginModel): readonly PublishedMethodPlace[] {
  return classes.flatMap(({ name: className, methods }) =>
    methods.map(({ kind, name, method, at, placeOfInput }) => ({
      ...{ kind, name, className, method, at },
      inputs: placeOfInput,
    })),
  );
}
