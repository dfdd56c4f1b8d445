/**
 * Describes for agents the purpose of each kind of resource.
 */

/** What a resource is for, for agents. */
export interface ResourceMetadata {
  /** What it is */
  description: string;
  /** What to do with it */
  usage: string;
}

/** By kind. */
export const about = {
  project: { description: 'A project: a set of packages.', usage: 'Read a package to see its models.' },
  package: {
    description: 'A package: models, notebooks and their data.',
    usage: 'Read its contents for everything in it.',
  },
  model: { description: 'A Malloy model: sources and queries.', usage: 'Run its queries with malloy_executeQuery.' },
  source: {
    description: 'A source: what rows can be grouped by and added up.',
    usage: 'Use its fields in a query of malloy_executeQuery.',
  },
  view: { description: 'A view: a query that a source names.', usage: 'Run it with "sourceName" and "queryName".' },
  query: { description: 'A query that a model names.', usage: 'Run it with "queryName".' },
  notebook: { description: 'A notebook: words and queries.', usage: 'Read it to learn how the model is meant.' },
} satisfies Record<string, ResourceMetadata>;
