/**
 * Finds projects, their packages, and the models and notebooks in them: folders and files, and nothing outside of them.
 */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { McpError, nearestNames } from '@sigil/core';

/** Settings of the projects. */
export interface ProjectSettings {
  /** Folder whose sub-folders are projects, in which sub-folders with a publisher.json are packages; the bookshop when left out */
  projects?: string;
}

/** The description of a package, by its publisher.json. */
export interface PackageInfo {
  /** Name of the folder */
  name: string;
  version?: string;
  description?: string;
}

/** A package on disk. */
export interface Package extends PackageInfo {
  project: string;
  /** Absolute. */
  folder: string;
  /** Paths within the folder, with `/`. */
  models: string[];
  notebooks: string[];
}

const mostFiles = 1_000;

/** Reads the disk on each request, so an added package appears at once. */
export class Packages {
  readonly #root: string;

  constructor({ projects }: ProjectSettings = {}) {
    this.#root = projects ?? join(dirname(import.meta.dirname), 'projects');
  }

  async projects(): Promise<string[]> {
    return foldersIn(await realpath(this.#root));
  }

  /** @throws McpError `resource-not-found` with the nearest names */
  async packagesOf(project: string): Promise<Package[]> {
    const names = await this.projects();
    if (!names.includes(project)) throw notFound('project', project, names);
    const root = join(await realpath(this.#root), project);
    const found = await Promise.all((await foldersIn(root)).map((name) => this.#read(project, join(root, name), name)));
    return found.filter((it) => it !== undefined);
  }

  /** @throws McpError `resource-not-found` with the nearest names */
  async find(project: string, name: string): Promise<Package> {
    const packages = await this.packagesOf(project);
    const found = packages.find((it) => it.name === name);
    if (!found)
      throw notFound(
        'package',
        name,
        packages.map((it) => it.name),
      );
    return found;
  }

  /** @throws McpError `resource-not-found` for a model that the package does not have */
  async findModel(project: string, name: string, model: string): Promise<Package> {
    const found = await this.find(project, name);
    if (!found.models.includes(model)) throw notFound('model', model, found.models);
    return found;
  }

  async all(): Promise<Package[]> {
    return (await Promise.all((await this.projects()).map((project) => this.packagesOf(project)))).flat();
  }

  async #read(project: string, folder: string, name: string): Promise<Package | undefined> {
    const text = await readFile(join(folder, 'publisher.json'), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const files = (await readdir(folder, { recursive: true })).slice(0, mostFiles).map((it) => it.split(sep).join('/'));
    const ending = (end: string): string[] => files.filter((it) => it.endsWith(end)).sort();
    return { ...readInfo(text), name, project, folder, models: ending('.malloy'), notebooks: ending('.malloynb') };
  }
}

/** Refuses an unknown name in a URI. */
export function notFound(kind: string, name: string, known: readonly string[]): McpError {
  const near = nearestNames(name, known).map((it) => `Did you mean "${it}"?`);
  const suggestions = [...near, `There are: ${known.join(', ') || 'none'}`];
  const error = `there is no ${kind} "${name}"`;
  return new McpError('resource-not-found', [error, ...suggestions].join('\n- '), { error, suggestions });
}

async function foldersIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const kinds = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return names.filter((_, at) => kinds[at]?.isDirectory()).sort();
}

function readInfo(text: string): Omit<PackageInfo, 'name'> {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return { description: 'publisher.json is no JSON' };
  }
  const { version, description } = Object(read) as { version?: unknown; description?: unknown };
  return {
    ...(typeof version === 'string' ? { version } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  };
}
