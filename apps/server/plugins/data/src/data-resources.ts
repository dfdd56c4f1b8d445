/**
 * Publishes models as resources, one below another, and the pages of long results.
 */
import { Complete, McpError, Resource, ToolError, type Context } from '@sigil/core';
import {
  describeAll,
  describeSource,
  describeViews,
  type Description,
  type FieldDescription,
  type SourceDescription,
  type ViewDescription,
} from './describe.js';
import { given } from './given.js';
import type { Models, OpenModel } from './models.js';
import type { KeptResults, ResultPage } from './results.js';
import { callerKey } from './visible-rows.js';
import { refuse, requireSource } from './write-select.js';

interface Listed {
  uri: string;
  name: string;
  description?: string;
}

/** Models, their sources, fields and views to read. */
export class DataResources {
  constructor(
    private readonly models: Models,
    private readonly results: KeptResults,
  ) {}

  /**
   * A model: its sources and views.
   *
   * @param model Name of the model
   */
  @Resource('data://{model}', { title: 'Model', list: 'listModels' })
  model(model: string): Description {
    const { model: found } = this.#found(model);
    const sources = [...found.sources.values()].map((source) => describeSource(found, source));
    return { sources, views: describeViews(found), problems: [...this.models.faults] };
  }

  /**
   * A source and its fields.
   *
   * @param model Name of the model
   * @param source Name of the source
   */
  @Resource('data://{model}/sources/{source}', { title: 'Source', list: 'listSources' })
  source(model: string, source: string): SourceDescription {
    const { model: found } = this.#found(model);
    return describeSource(
      found,
      orNotFound(() => requireSource(found, source)),
    );
  }

  /**
   * A field of a source.
   *
   * @param model Name of the model
   * @param source Name of the source
   * @param field Name of the field
   */
  @Resource('data://{model}/sources/{source}/fields/{field}', { title: 'Field', list: 'listFields' })
  field(model: string, source: string, field: string): FieldDescription {
    const { fields } = this.source(model, source);
    const names = fields.map(({ name }) => name);
    return (
      fields.find(({ name }) => name === field) ??
      orNotFound(() => refuse(`the source "${source}" has no field "${field}"`, field, names))
    );
  }

  /**
   * A view: the query that it stands for.
   *
   * @param model Name of the model
   * @param view Name of the view
   */
  @Resource('data://{model}/views/{view}', { title: 'View', list: 'listViews' })
  viewOf(model: string, view: string): ViewDescription {
    const views = describeViews(this.#found(model).model);
    const names = views.map(({ name }) => name);
    return (
      views.find(({ name }) => name === view) ?? orNotFound(() => refuse(`there is no view "${view}"`, view, names))
    );
  }

  /**
   * A page of a result that was longer than one page.
   *
   * @param id Of the result
   * @param offset Number of the first row
   */
  @Resource('data://results/{id}/{offset}', { title: 'Page of a result' })
  page(id: string, offset: number, { principal }: Context): ResultPage {
    const page = this.results.find(id, offset, callerKey(principal));
    if (page) return page;
    throw new McpError('resource-not-found', 'this result is not kept any more; run the query again');
  }

  /** The models as resources, for lists. */
  listModels(): Listed[] {
    return this.models.all.map(({ name, description }) => ({ uri: uriOf(name), name, ...given({ description }) }));
  }

  /** The sources as resources, for lists. */
  listSources(): Listed[] {
    return describeAll(this.models).sources.map(({ model, name, description }) => ({
      uri: uriOf(model, 'sources', name),
      name,
      ...given({ description }),
    }));
  }

  /** The fields as resources, for lists; those of joined sources are listed where they are. */
  listFields(): Listed[] {
    return describeAll(this.models).sources.flatMap(({ model, name: source, fields }) =>
      fields
        .filter(({ name }) => !name.includes('.'))
        .map(({ name, description }) => ({
          uri: uriOf(model, 'sources', source, 'fields', name),
          name,
          ...given({ description }),
        })),
    );
  }

  /** The views as resources, for lists. */
  listViews(): Listed[] {
    return describeAll(this.models).views.map(({ model, name, description }) => ({
      uri: uriOf(model, 'views', name),
      name,
      ...given({ description }),
    }));
  }

  /** Names of models. */
  @Complete('data://{model}', 'model')
  @Complete('data://{model}/sources/{source}', 'model')
  @Complete('data://{model}/sources/{source}/fields/{field}', 'model')
  @Complete('data://{model}/views/{view}', 'model')
  modelNames(typed: string): string[] {
    return startingWith(
      typed,
      this.models.all.map(({ name }) => name),
    );
  }

  /** Names of the sources of the model, or of all while none is known. */
  @Complete('data://{model}/sources/{source}', 'source')
  @Complete('data://{model}/sources/{source}/fields/{field}', 'source')
  sourceNames(typed: string, known: Record<string, string>): string[] {
    const { sources } = describeAll(this.models);
    return startingWith(
      typed,
      sources.filter(({ model }) => (known['model'] ?? model) === model).map(({ name }) => name),
    );
  }

  /** Names of the fields of the source. */
  @Complete('data://{model}/sources/{source}/fields/{field}', 'field')
  fieldNames(typed: string, known: Record<string, string>): string[] {
    const sources = describeAll(this.models).sources.filter(({ name }) => (known['source'] ?? name) === name);
    return startingWith(
      typed,
      sources.flatMap(({ fields }) => fields.map(({ name }) => name)),
    );
  }

  /** Names of the views of the model. */
  @Complete('data://{model}/views/{view}', 'view')
  viewNames(typed: string, known: Record<string, string>): string[] {
    const views = describeAll(this.models).views.filter(({ model }) => (known['model'] ?? model) === model);
    return startingWith(
      typed,
      views.map(({ name }) => name),
    );
  }

  #found(name: string): OpenModel {
    return orNotFound(() => this.models.require(name));
  }
}

/** An unknown name in a URI is a resource that is not there, with the same suggestions. */
function orNotFound<Result>(find: () => Result): Result {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { message, suggestions } = error;
    throw new McpError('resource-not-found', [message, ...suggestions].join('\n- '), {
      error: message,
      suggestions: [...suggestions],
    });
  }
}

function startingWith(typed: string, names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
}

function uriOf(...parts: readonly string[]): string {
  return `data://${parts.map(encodeURIComponent).join('/')}`;
}
