/**
 * A server as the profile `readonly` offers it: only tools that say they change nothing, and all that is only read.
 */
import { buildCatalog, type Catalog, type CatalogSource, type PublishedTool } from '@sigil/core/catalog';
import { narrowedSource } from './narrowed-source.js';

export function readOnlySource(source: CatalogSource): CatalogSource {
  return narrowedSource(source, onlyReading);
}

function onlyReading({ tools, formerTools = [], ...others }: Catalog): Catalog {
  return buildCatalog({
    ...others,
    tools: tools.filter(isReadOnly),
    formerTools: formerTools.filter(({ tool }) => tool && isReadOnly(tool)),
  });
}

function isReadOnly({ definition }: PublishedTool): boolean {
  return definition.annotations?.readOnlyHint === true;
}
