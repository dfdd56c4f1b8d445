/**
 * Publishes projects, packages, models, sources, views, queries and notebooks as resources, one below another.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Complete, Resource } from '@sigil/core';
import { about, type ResourceMetadata } from './about.js';
import type { ModelHost } from './model-host.js';
import type { FieldInfo, ModelInfo, QueryInfo, SourceInfo } from './model-protocol.js';
import { toolErrorOf } from './model-refused.js';
import { readCells, type NotebookCell } from './notebook.js';
import { notFound, type Package, type PackageInfo, type Packages } from './packages.js';

/** A thing and what it is for. */
export interface Described<Definition> {
  definition: Definition;
  metadata: ResourceMetadata;
}

/** A resource of a package. */
export interface ContentsEntry {
  uri: string;
  metadata: ResourceMetadata;
  /** What is wrong with a model that cannot be used */
  problem?: string;
}

/** Where a source is. */
export interface SourceAddress {
  /** Name of the project */
  projectName: string;
  /** Name of the package */
  packageName: string;
  /** Path of the model within the package */
  modelName: string;
  /** Name of the source */
  sourceName: string;
}

/** Where a query is. */
export interface QueryAddress {
  /** Name of the project */
  projectName: string;
  /** Name of the package */
  packageName: string;
  /** Path of the model within the package */
  modelName: string;
  /** Name of the query */
  queryName: string;
}

interface Listed {
  uri: string;
  name: string;
  description?: string;
}

const template = 'malloy://project/{projectName}/package/{packageName}';

export class MalloyResources {
  constructor(
    private readonly packages: Packages,
    private readonly host: ModelHost,
  ) {}

  /**
   * A project and its packages.
   *
   * @param projectName Name of the project
   */
  @Resource('malloy://project/{projectName}', { title: 'Project', list: 'listProjects' })
  async project(projectName: string): Promise<Described<{ name: string; packages: string[] }>> {
    const packages = await this.packages.packagesOf(projectName);
    return { definition: { name: projectName, packages: packages.map(({ name }) => name) }, metadata: about.project };
  }

  /**
   * A package, by its publisher.json.
   *
   * @param projectName Name of the project
   * @param packageName Name of the package
   */
  @Resource('malloy://project/{projectName}/package/{packageName}', { title: 'Package', list: 'listPackages' })
  async package(projectName: string, packageName: string): Promise<Described<PackageInfo>> {
    const { name, version, description } = await this.packages.find(projectName, packageName);
    const definition = {
      name,
      ...(version === undefined ? {} : { version }),
      ...(description === undefined ? {} : { description }),
    };
    return { definition, metadata: about.package };
  }

  /**
   * Everything in a package that can be read: models with their sources, views and queries, and notebooks.
   *
   * @param projectName Name of the project
   * @param packageName Name of the package
   */
  @Resource('malloy://project/{projectName}/package/{packageName}/contents', { title: 'Contents of a package' })
  async contents(projectName: string, packageName: string): Promise<ContentsEntry[]> {
    const found = await this.packages.find(projectName, packageName);
    const models = await Promise.all(found.models.map((model) => this.#contentsOf(found, model)));
    const notebooks = found.notebooks.map((it) => ({ uri: uriOf(found, 'notebooks', it), metadata: about.notebook }));
    return [...models.flat(), ...notebooks];
  }

  /**
   * A model: its sources and queries.
   *
   * @param projectName Name of the project
   * @param packageName Name of the package
   * @param modelName Path of the model within the package
   */
  @Resource('malloy://project/{projectName}/package/{packageName}/models/{modelName}', {
    title: 'Model',
    list: 'listModels',
  })
  async model(projectName: string, packageName: string, modelName: string): Promise<Described<ModelInfo>> {
    const found = await this.packages.findModel(projectName, packageName, modelName);
    return { definition: await this.#compile(found, modelName), metadata: about.model };
  }

  /** A source and its fields. */
  @Resource('malloy://project/{projectName}/package/{packageName}/models/{modelName}/sources/{sourceName}', {
    title: 'Source',
  })
  async source({ projectName, packageName, modelName, sourceName }: SourceAddress): Promise<Described<SourceInfo>> {
    const { definition } = await this.model(projectName, packageName, modelName);
    return { definition: named('source', sourceName, definition.sources), metadata: about.source };
  }

  /** A view of a source. */
  @Resource(
    'malloy://project/{projectName}/package/{packageName}/models/{modelName}/sources/{sourceName}/views/{viewName}',
    {
      title: 'View',
    },
  )
  async view({ viewName, ...address }: SourceAddress & { viewName: string }): Promise<Described<FieldInfo>> {
    const { definition } = await this.source(address);
    const views = definition.fields.filter(({ kind }) => kind === 'view');
    return { definition: named('view', viewName, views), metadata: about.view };
  }

  /** A query that a model names. */
  @Resource('malloy://project/{projectName}/package/{packageName}/models/{modelName}/queries/{queryName}', {
    title: 'Query',
  })
  async query({ projectName, packageName, modelName, queryName }: QueryAddress): Promise<Described<QueryInfo>> {
    const { definition } = await this.model(projectName, packageName, modelName);
    return { definition: named('query', queryName, definition.queries), metadata: about.query };
  }

  /**
   * A notebook and its cells.
   *
   * @param projectName Name of the project
   * @param packageName Name of the package
   * @param notebookName Path of the notebook within the package
   */
  @Resource('malloy://project/{projectName}/package/{packageName}/notebooks/{notebookName}', {
    title: 'Notebook',
    list: 'listNotebooks',
  })
  async notebook(
    projectName: string,
    packageName: string,
    notebookName: string,
  ): Promise<Described<{ cells: NotebookCell[] }>> {
    const found = await this.packages.find(projectName, packageName);
    if (!found.notebooks.includes(notebookName)) throw notFound('notebook', notebookName, found.notebooks);
    const cells = readCells(await readFile(join(found.folder, notebookName), 'utf8'));
    return { definition: { cells }, metadata: about.notebook };
  }

  /** The projects as resources, for lists. */
  async listProjects(): Promise<Listed[]> {
    return (await this.packages.projects()).map((name) => ({
      uri: `malloy://project/${encodeURIComponent(name)}`,
      name,
    }));
  }

  /** The packages of all projects. */
  async listPackages(): Promise<Listed[]> {
    return (await this.packages.all()).map((it) => ({
      uri: uriOf(it),
      name: it.name,
      ...(it.description === undefined ? {} : { description: it.description }),
    }));
  }

  /** The models of all packages. */
  async listModels(): Promise<Listed[]> {
    return (await this.packages.all()).flatMap((it) =>
      it.models.map((name) => ({ uri: uriOf(it, 'models', name), name })),
    );
  }

  /** The notebooks of all packages. */
  async listNotebooks(): Promise<Listed[]> {
    return (await this.packages.all()).flatMap((it) =>
      it.notebooks.map((name) => ({ uri: uriOf(it, 'notebooks', name), name })),
    );
  }

  /** Names of projects. */
  @Complete('malloy://project/{projectName}', 'projectName')
  @Complete('malloy://project/{projectName}/package/{packageName}', 'projectName')
  @Complete('malloy://project/{projectName}/package/{packageName}/contents', 'projectName')
  @Complete('malloy://project/{projectName}/package/{packageName}/models/{modelName}', 'projectName')
  async projectNames(typed: string): Promise<string[]> {
    return (await this.packages.projects()).filter((name) => name.startsWith(typed));
  }

  /** Names of packages, of the project where it is known. */
  @Complete('malloy://project/{projectName}/package/{packageName}', 'packageName')
  @Complete('malloy://project/{projectName}/package/{packageName}/contents', 'packageName')
  @Complete('malloy://project/{projectName}/package/{packageName}/models/{modelName}', 'packageName')
  async packageNames(typed: string, known: Record<string, string>): Promise<string[]> {
    const all = (await this.packages.all()).filter(({ project }) => (known['projectName'] ?? project) === project);
    return [...new Set(all.map(({ name }) => name))].filter((name) => name.startsWith(typed));
  }

  /** Paths of the models of the package. */
  @Complete('malloy://project/{projectName}/package/{packageName}/models/{modelName}', 'modelName')
  async modelNames(typed: string, { projectName, packageName }: Record<string, string>): Promise<string[]> {
    const all = await this.packages.all();
    const fits = (it: Package): boolean =>
      (projectName ?? it.project) === it.project && (packageName ?? it.name) === it.name;
    return [...new Set(all.filter(fits).flatMap(({ models }) => models))].filter((name) => name.startsWith(typed));
  }

  async #contentsOf(found: Package, model: string): Promise<ContentsEntry[]> {
    const uri = uriOf(found, 'models', model);
    let compiled: ModelInfo;
    try {
      compiled = await this.#compile(found, model);
    } catch (error) {
      // The other models remain usable.
      return [{ uri, metadata: about.model, problem: error instanceof Error ? error.message : 'it cannot be used' }];
    }
    const { sources, queries } = compiled;
    return [
      { uri, metadata: about.model },
      ...sources.flatMap(({ name, fields }) => {
        const source = `${uri}/sources/${encodeURIComponent(name)}`;
        const views = fields.filter(({ kind }) => kind === 'view');
        return [
          { uri: source, metadata: about.source },
          ...views.map((view) => ({ uri: `${source}/views/${encodeURIComponent(view.name)}`, metadata: about.view })),
        ];
      }),
      ...queries.map(({ name }) => ({ uri: `${uri}/queries/${encodeURIComponent(name)}`, metadata: about.query })),
    ];
  }

  async #compile({ folder }: Package, model: string): Promise<ModelInfo> {
    try {
      return await this.host.compile(folder, model);
    } catch (error) {
      throw toolErrorOf(error, model);
    }
  }
}

function uriOf({ project, name }: Package, ...parts: readonly string[]): string {
  const filled = template
    .replace('{projectName}', encodeURIComponent(project))
    .replace('{packageName}', encodeURIComponent(name));
  return [filled, ...parts.map(encodeURIComponent)].join('/');
}

function named<Item extends { readonly name: string }>(kind: string, name: string, items: readonly Item[]): Item {
  const found = items.find((it) => it.name === name);
  if (found) return found;
  throw notFound(
    kind,
    name,
    items.map((it) => it.name),
  );
}
