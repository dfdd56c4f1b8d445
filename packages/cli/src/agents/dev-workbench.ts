/**
 * Answers the tools for coding agents from the plugin that `sigil dev` builds and serves.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { frameOf } from '@sigil/codegen/diagnostics';
import { adviseVersion, compareManifests, type ManifestChange, type VersionAdvice } from '@sigil/contracts';
import { ToolError } from '@sigil/core';
import { suggestNames, type Manifest } from '@sigil/core/building';
import { withFileNames } from '@sigil/core/catalog';
import type { HostedPlugin } from '@sigil/plugin-host';
import type { BuildDiagnostic, BuildReport } from '@sigil/server/builder';
import type { DiffReport } from '../comparing/diff-report.js';
import type { FailureLog } from './failure-log.js';
import { runReport } from './run-report.js';
import { ServedCalls } from './served-calls.js';
import type {
  BuildOutcome,
  CallOutcome,
  Change,
  CheckOutcome,
  Comparison,
  FailureList,
  Finding,
  ListedComponent,
  Offer,
  ToolCall,
  ToolDefinition,
  Workbench,
} from './workbench.js';

/** The state of a plugin in development. */
export interface DevelopedPlugin {
  /** The report of the last build. */
  readonly report: BuildReport | undefined;
  /** The reason why the last build could not be run, or why its code does not serve. */
  readonly problem: string | undefined;
  /** The manifest that was served first. */
  readonly first: Manifest | undefined;
  readonly hosted: HostedPlugin | undefined;
  /** Resolves when every build that was taken so far serves or was refused. */
  settled(): Promise<void>;
}

/** The parts of `sigil dev` that the tools use. */
export interface WorkbenchParts {
  /** The plugin's, absolute. */
  readonly folder: string;
  readonly development: DevelopedPlugin;
  readonly failures: FailureLog;
  /** Resolves when the present sources are built and reported. */
  readonly settle: () => Promise<void>;
}

export class DevWorkbench implements Workbench {
  #calls: ServedCalls | undefined;

  constructor(private readonly parts: WorkbenchParts) {}

  async build(): Promise<BuildOutcome> {
    const { development, settle } = this.parts;
    await settle();
    await development.settled();
    const { report, hosted, problem } = development;
    const findings = (report?.diagnostics ?? []).map((diagnostic) => this.#finding(diagnostic));
    const isBuilt = report?.isBuilt === true;
    const state = problem === undefined && isBuilt ? 'serving' : isBuilt ? 'not-started' : 'not-built';
    return {
      state,
      servesOlderBuild: state !== 'serving' && hosted?.serving !== undefined,
      ...(problem === undefined ? {} : { reason: withFileNames(problem) }),
      findings,
    };
  }

  async listComponents(): Promise<Offer> {
    const { plugin, tools, resources, resourceTemplates, prompts, skills } = this.#requireManifest();
    return {
      plugin: plugin.name,
      version: plugin.version,
      tools: tools.map(({ name, description }) => listed(name, description)),
      resources: resources.map(({ uri, description }) => listed(uri, description)),
      resourceTemplates: resourceTemplates.map(({ uriTemplate, description }) => listed(uriTemplate, description)),
      prompts: prompts.map(({ name, description }) => listed(name, description)),
      skills: (skills?.entries ?? []).map(({ frontmatter }) => listed(frontmatter.name, frontmatter.description)),
    };
  }

  async readTool(name: string): Promise<ToolDefinition> {
    const { tools } = this.#requireManifest();
    const found = tools.find((tool) => tool.name === name);
    if (!found) {
      const names = tools.map((tool) => tool.name);
      const others = names.length === 0 ? '; the plugin has none' : `; there is ${names.join(', ')}`;
      throw new ToolError(`there is no tool "${name}"${suggestNames(name, names) || others}`);
    }
    const { title, description, annotations, inputSchema, outputSchema } = found;
    return {
      name,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
      inputSchema,
      ...(outputSchema === undefined ? {} : { outputSchema }),
    };
  }

  async compare(against: string | undefined, signal: AbortSignal): Promise<Comparison> {
    if (against === undefined) return this.#compareWithFirst();
    const args = ['diff', `--against=${against}`, '--format', 'json', '--fail-on', 'never'];
    // Sound: the same version of this package writes it.
    const { changes, bump } = (await runReport(args, this.parts.folder, signal)) as DiffReport;
    return { against, changes: changes.map(shown), bump };
  }

  #compareWithFirst(): Comparison {
    const manifest = this.#requireManifest();
    const first = this.parts.development.first ?? manifest;
    const changes = compareManifests(first, manifest);
    const versions = { before: first.plugin.version, after: manifest.plugin.version };
    const { bump }: VersionAdvice = adviseVersion(changes, versions);
    return { against: 'the build that was served first', changes: changes.map(shown), bump };
  }

  async check(clients: readonly string[] | undefined, signal: AbortSignal): Promise<CheckOutcome> {
    const targets = clients === undefined || clients.length === 0 ? [] : ['--target', clients.join(',')];
    const args = ['check', '.', '--format', 'json', ...targets];
    // Sound: the same version of this package writes it.
    const report = (await runReport(args, this.parts.folder, signal)) as { diagnostics: readonly BuildDiagnostic[] };
    return { findings: report.diagnostics.map((diagnostic) => this.#finding(diagnostic)) };
  }

  async call(request: ToolCall, signal: AbortSignal): Promise<CallOutcome> {
    const { name, version } = this.#requireManifest().plugin;
    const { development, failures } = this.parts;
    this.#calls ??= new ServedCalls({
      info: { name, version },
      source: development.hosted!,
      interceptors: () => [failures.interceptor],
      onFault: (fault) => failures.fault(fault),
    });
    return this.#calls.call(request, signal);
  }

  async listFailures(limit: number): Promise<FailureList> {
    return { failures: this.parts.failures.latest(limit) };
  }

  close(): void {
    this.#calls?.close();
  }

  #requireManifest(): Manifest {
    const { hosted } = this.parts.development;
    const manifest = hosted?.status.state === 'serving' ? hosted.status.manifest : hosted?.status.serving;
    if (manifest) return manifest;
    throw new ToolError('no build of the plugin serves yet: "diagnostics" says why');
  }

  #finding({ code, severity = 'error', message, fix, file, line, column, length }: BuildDiagnostic): Finding {
    const read = (path: string): string | undefined => readIfThere(resolve(this.parts.folder, path));
    const frame = frameOf({ file, line, column, length }, read);
    return { severity, code, message, fix, file, line, column, ...(frame === undefined ? {} : { frame }) };
  }
}

function listed(name: string, description: string | undefined): ListedComponent {
  return description === undefined ? { name } : { name, description };
}

function shown({ level, component, path, says }: ManifestChange): Change {
  return { level, component, ...(path === undefined ? {} : { path }), says };
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // A finding without its line is still useful; the file itself may be missing.
    return undefined;
  }
}
