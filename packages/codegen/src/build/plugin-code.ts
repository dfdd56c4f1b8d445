/**
 * Builds the code of one plugin repeatedly: bundles its sources, and assembles the manifest of everything but its views.
 */
import { cidOf, type Manifest } from '@sigil/core/building';
import { codeFile, openBundler, type Bundler, type BundleOutput } from '../bundle/open-bundler.js';
import type { InputLog } from '../inputs/input-log.js';
import { announcesUpdates } from '../manifest/announces-updates.js';
import { buildManifest } from '../manifest/build-manifest.js';
import { hasErrors, type Diagnostic } from '../model/diagnostic.js';
import type { PluginModel } from '../model/plugin-model.js';
import { packSkills, skillsRoot, type PackedSkills } from '../skills/pack-skills.js';
import type { BuildDurations } from './build-result.js';
import { malformedDiagnostics } from './malformed-diagnostics.js';
import type { SourceReading } from './plugin-sources.js';
import { undescribedDiagnostics } from './undescribed-diagnostics.js';
import { undescribedProperties } from './undescribed-properties.js';

/** The code of a plugin, and everything that a build has beside its views. */
export interface CodeBuild {
  readonly source: SourceReading;
  readonly model: PluginModel;
  readonly output: BundleOutput;
  readonly manifest: Manifest;
  readonly skills: PackedSkills | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly durationMs: BuildDurations;
}

/** The faults that leave a plugin without code. */
export interface RefusedCode extends Pick<CodeBuild, 'diagnostics' | 'durationMs'> {
  readonly manifest?: undefined;
}

/** The options of a build that decide its code. */
export interface CodeOptions {
  /** Refuses properties without a description. Default: as the package.json says. */
  readonly strict?: boolean;
  /** Writes no decoders, so that the code only shows whether it can be bundled. */
  readonly checksOnly?: boolean;
}

/** Keeps its bundler open, so that later builds redo only what changed; call `close` at the end. */
export class PluginCode {
  /** The files whose code was bundled, as absolute paths; after a fault also those of the build before. */
  files: readonly string[] = [];
  /** All scripts that the compiler or the bundler read for the code; absent before the first build. */
  sources: ReadonlySet<string> | undefined;
  #bundler: Bundler | undefined;
  #isBundlerStale = false;

  constructor(
    private readonly folder: string,
    private readonly options: CodeOptions,
    private readonly log: InputLog,
  ) {}

  refresh(changedFiles: readonly string[]): void {
    // The bundler fixes its configuration when it is opened.
    this.#isBundlerStale ||= changedFiles.some((file) => /[\\/](?:ts|js)config[^\\/]*\.json$/.test(file));
  }

  /** @param readSources reads what the code is built from */
  async build(readSources: () => Promise<SourceReading>): Promise<CodeBuild | RefusedCode> {
    const startedAt = performance.now();
    const source = await readSources();
    const readAt = performance.now();
    const { plugin, model } = source;
    if (!plugin || hasErrors(source.diagnostics)) {
      return { diagnostics: source.diagnostics, durationMs: { read: readAt - startedAt, bundle: 0, write: 0 } };
    }

    const bundler = await this.#freshBundler();
    const { checksOnly = false } = this.options;
    const bundled = checksOnly ? bundler.check(model, plugin.framework) : bundler.bundle(model, plugin.framework);
    const { output, files, packages = [], diagnostics } = await bundled;
    this.files = output ? files : [...this.files, ...files];
    if (source.sources) this.sources = new Set([...source.sources, ...files, ...packages]);
    const durationMs = { read: readAt - startedAt, bundle: performance.now() - readAt, write: 0 };
    if (!output) return { diagnostics: [...source.diagnostics, ...diagnostics], durationMs };

    const built = buildManifest(model, plugin, { file: codeFile, cid: await cidOf(output.code) });
    const isStrict = this.options.strict ?? source.isStrict;
    const undescribed = isStrict ? undescribedDiagnostics(undescribedProperties(built, model), 'error') : [];
    const found = [...source.diagnostics, ...malformedDiagnostics(built, model), ...undescribed];
    if (hasErrors(found)) return { diagnostics: found, durationMs };
    // The code of an application is not in the bundle; it may announce updates from anywhere.
    const announces = plugin.framework !== undefined || announcesUpdates(output.code);
    const announcing = announces ? { ...built, announcesUpdates: true as const } : built;
    const skills = await packSkills(source.skills ?? [], skillsRoot(plugin.name));
    const manifest = skills ? { ...announcing, skills: skills.manifest } : announcing;
    return { source, model, output, manifest, skills, diagnostics: found, durationMs };
  }

  async close(): Promise<void> {
    await this.#bundler?.close();
  }

  async #freshBundler(): Promise<Bundler> {
    if (this.#isBundlerStale) {
      await this.#bundler?.close();
      this.#bundler = undefined;
      this.#isBundlerStale = false;
    }
    this.#bundler ??= openBundler(this.folder, this.log);
    return this.#bundler;
  }
}
