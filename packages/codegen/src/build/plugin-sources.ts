/**
 * Reads the sources of one plugin repeatedly: its package.json, its types, its skills and the schemas in its decorators.
 *
 * Knows nothing of bundles and manifests.
 */
import { join } from 'node:path';
import type { Framework, ManifestPlugin } from '@sigil/core/building';
import type { ClientTarget } from '@sigil/contracts/targets';
import { diagnosticCodes } from '../diagnostics/diagnostic-codes.js';
import { sortDiagnostics } from '../diagnostics/sort-diagnostics.js';
import { exists } from '../inputs/build-inputs.js';
import type { InputLog } from '../inputs/input-log.js';
import { hasErrors, type Diagnostic } from '../model/diagnostic.js';
import type { PluginModel } from '../model/plugin-model.js';
import type { PluginReader, PluginReading } from '../reader/plugin-reader.js';
import type { EvaluatedSchemas, SchemaEvaluator } from '../schemas/evaluate-schemas.js';
import { skillsRoot } from '../skills/pack-skills.js';
import { readSkills, type SkillsReading } from '../skills/read-skills.js';
import type { ReadSkill } from '../skills/skill-files.js';
import { readPackage } from './read-package.js';

/** The sources of a plugin before their code is bundled. Use the model only without errors. */
export interface SourcesReading {
  readonly model: PluginModel;
  readonly diagnostics: readonly Diagnostic[];
  /** From the package.json; absent if that is not valid. */
  readonly plugin?: ManifestPlugin;
  /** The clients that the plugin is for; absent where the package.json does not say. */
  readonly targets?: readonly ClientTarget[];
}

/** All that a build takes from the sources. */
export interface SourceReading extends SourcesReading {
  readonly skills?: readonly ReadSkill[];
  readonly isStrict: boolean;
  /** Every file of the compiler's program but the language's library; absent if there is no program. */
  readonly sources?: ReadonlySet<string>;
}

/** Opens the reader of the sources in a folder. @param framework the one whose container constructs the classes, if any */
export type OpenReader = (folder: string, inputs: InputLog, framework: Framework | undefined) => PluginReader;

/** Reads the types of the sources. @param isFirst true if the reader has read nothing yet */
type ReadTypes = (reader: PluginReader, isFirst: boolean) => PluginReading | Promise<PluginReading>;

/** Keeps its reader open, so that later readings redo only what changed; call `close` at the end. */
export class PluginSources {
  /** The files whose types were read, as absolute paths. */
  files: readonly string[] = [];
  /** The results of `readUnchecked` and `check` since the latest change. */
  #unchecked: Promise<SourceReading> | undefined;
  #checked: Promise<SourceReading> | undefined;
  #reader: PluginReader | undefined;
  /** The framework that the reader was opened for. */
  #framework: Framework | undefined;
  #evaluator: SchemaEvaluator | undefined;

  /** @param openReader opens the reader on first use */
  constructor(
    private readonly folder: string,
    private readonly openReader: OpenReader,
    private readonly log: InputLog,
  ) {}

  /** Marks files as changed, added or removed. */
  refresh(changedFiles: readonly string[]): void {
    this.#unchecked = undefined;
    this.#checked = undefined;
    this.#reader?.refresh(changedFiles);
  }

  /** Reads the sources without checking the bodies of functions; once for each change. */
  async readUnchecked(): Promise<SourceReading> {
    const checked = await this.#checked;
    if (checked && !hasErrors(checked.diagnostics)) return checked;
    this.#unchecked ??= this.#read((reader) => reader.readUnchecked()).catch((cause: unknown) => {
      // The next call tries again.
      this.#unchecked = undefined;
      throw cause;
    });
    return this.#unchecked;
  }

  /** Reads and checks the sources; once for each change. */
  check(): Promise<SourceReading> {
    this.#checked ??= this.#read((reader) => reader.read()).catch((cause: unknown) => {
      this.#checked = undefined;
      throw cause;
    });
    return this.#checked;
  }

  /** Reads the sources for a build, which takes the result of `check` if there is one. */
  readForBuild(): Promise<SourceReading> {
    return this.#checked ?? this.#read((reader, isFirst) => (isFirst ? reader.readFirst() : reader.read()));
  }

  close(): void {
    this.#reader?.close();
  }

  /** Reads the sources, then evaluates the schemas in their decorators. */
  async #read(readTypes: ReadTypes): Promise<SourceReading> {
    const source = await this.#readSource(readTypes);
    if (!source.plugin || hasErrors(source.diagnostics)) return source;
    return { ...source, ...(await this.#evaluateSchemas(source)) };
  }

  async #readSource(readTypes: ReadTypes): Promise<SourceReading> {
    const described = readPackage(this.folder, this.log);
    if ('diagnostics' in described)
      return { model: { classes: [], schemaCalls: [] }, diagnostics: described.diagnostics, isStrict: false };

    const { model, diagnostics, files, sources } = await this.#readTypes(described.plugin.framework, readTypes);
    this.files = files;
    const skills = await this.#readSkills(described.plugin, hasErrors(diagnostics) ? undefined : model);
    const found = sortDiagnostics([...diagnostics, ...skills.diagnostics]);
    const read = { model, skills: skills.skills, diagnostics: found, ...(sources && { sources }) };
    if (hasErrors(found) || model.classes.length > 0 || skills.skills.length > 0) return { ...read, ...described };
    return { model, diagnostics: [nothingPublishedIn(this.folder)], isStrict: false };
  }

  async #readTypes(framework: Framework | undefined, readTypes: ReadTypes): Promise<PluginReading> {
    const isFirst = !this.#reader || framework !== this.#framework;
    if (isFirst) this.#reader?.close();
    this.#framework = framework;
    const reader = isFirst || !this.#reader ? this.openReader(this.folder, this.log, framework) : this.#reader;
    this.#reader = reader;
    return readTypes(reader, isFirst);
  }

  /** @param model absent if the classes have faults, so that the names of tools are unknown */
  #readSkills({ name }: ManifestPlugin, model: PluginModel | undefined): Promise<SkillsReading> {
    const methods = model?.classes.flatMap((owner) => owner.methods);
    const tools = methods?.flatMap((method) => (method.kind === 'tool' ? [method.name] : []));
    return readSkills({ folder: this.folder, log: this.log, root: skillsRoot(name), tools });
  }

  /** Returns the model with the JSON Schema of each schema in a decorator, and all diagnostics so far. */
  async #evaluateSchemas({ model, diagnostics }: SourceReading): Promise<EvaluatedSchemas> {
    const hasSchemas = model.classes.some(({ methods }) =>
      methods.some((method) => method.kind === 'tool' && (method.input ?? method.output)),
    );
    if (!hasSchemas) return { model, diagnostics };
    if (!this.#evaluator) {
      // Loaded with the first such schema: few plugins have any.
      const { SchemaEvaluator } = await import('../schemas/evaluate-schemas.js');
      this.#evaluator = new SchemaEvaluator(this.folder);
    }
    const evaluated = await this.#evaluator.evaluate(model);
    return { model: evaluated.model, diagnostics: sortDiagnostics([...diagnostics, ...evaluated.diagnostics]) };
  }
}

/** Describes a folder without classes, at the file that says which sources it has. */
function nothingPublishedIn(folder: string): Diagnostic {
  return {
    code: 'SIGIL093',
    message: 'no exported class here has a method with @Tool, @Resource or @Prompt',
    fix: diagnosticCodes.SIGIL093.remedy,
    file: exists(join(folder, 'tsconfig.json')) ? 'tsconfig.json' : 'package.json',
    line: 1,
    column: 1,
    length: 1,
  };
}
