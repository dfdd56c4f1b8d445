/**
 * Describes a model for people and language models: sources, fields with types and units, views; the best matches of a search first.
 */
import type { Models } from './models.js';
import { dimensionsOf, type Dimension, type Model, type Source, type ValueType } from './model.js';

/** A field of a source. */
export interface FieldDescription {
  /** Name in queries */
  name: string;
  /** Whether it groups rows or is added up over them */
  kind: 'dimension' | 'measure';
  /** Kind of its values */
  type: ValueType;
  /** Unit, such as `EUR` */
  unit?: string;
  /** What the value means */
  description?: string;
}

/** A source and its fields, those of joined sources as `join.field`. */
export interface SourceDescription {
  /** Model that has it */
  model: string;
  /** Name in queries */
  name: string;
  /** What a row stands for */
  description?: string;
  /** What rows can be grouped by, and what can be added up */
  fields: FieldDescription[];
}

/** A query that has a name. */
export interface ViewDescription {
  /** Model that has it */
  model: string;
  /** Name to ask for */
  name: string;
  /** What it answers */
  description?: string;
  /** Source that it reads */
  source: string;
  /** Fields that it groups by */
  dimensions: string[];
  /** What it adds up */
  measures: string[];
}

/** The source with its own fields and those of the sources that it joins. */
export function describeSource(model: Model, source: Source): SourceDescription {
  const fieldOf =
    (kind: FieldDescription['kind']) =>
    ({ name, type, unit, description }: Dimension): FieldDescription => ({
      name,
      kind,
      type,
      ...(unit === undefined ? {} : { unit }),
      ...(description === undefined ? {} : { description }),
    });
  return {
    model: model.name,
    name: source.name,
    ...(source.description === undefined ? {} : { description: source.description }),
    fields: [
      ...[...dimensionsOf(model, source).values()].map(fieldOf('dimension')),
      ...[...source.measures.values()].map(fieldOf('measure')),
    ],
  };
}

/** All views of the model. */
export function describeViews(model: Model): ViewDescription[] {
  return [...model.views.values()].map(({ name, description, source, dimensions, measures }) => ({
    model: model.name,
    name,
    ...(description === undefined ? {} : { description }),
    source,
    dimensions: [...dimensions],
    measures: [...measures],
  }));
}

/** What there is to ask about. */
export interface Description {
  /** Tables with fields */
  sources: SourceDescription[];
  /** Queries that have names */
  views: ViewDescription[];
  /** Models that cannot be used as they are, with the file, the line and the field that is wrong */
  problems: string[];
}

/** Everything of all models that the words are about; everything at all where no words are given. */
export function describeAll(models: Models, words?: string): Description {
  const sources = models.all.flatMap((model) =>
    [...model.sources.values()].map((source) => describeSource(model, source)),
  );
  const views = models.all.flatMap(describeViews);
  return { sources: rankByWords(sources, words), views: rankByWords(views, words), problems: [...models.faults] };
}

/** Those that have any of the words, best first; all of them where no words are given. */
function rankByWords<Item>(items: readonly Item[], words: string | undefined): Item[] {
  const wanted = (words ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
  if (wanted.length === 0) return [...items];
  const scored = items.map((item) => {
    const text = JSON.stringify(item).toLowerCase();
    return { item, score: wanted.filter((word) => text.includes(word)).length };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
