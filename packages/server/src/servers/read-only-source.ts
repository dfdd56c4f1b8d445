/**
 * A server in the profile `readonly`: only tools annotated read-only, and everything that can only be read. Methods of extensions may
 * write.
 */
import { buildCatalog, type Catalog, type CatalogSource, type PublishedTool } from '@sigil/core/catalog';
import { narrowedSource } from './narrowed-source.js';

export function readOnlySource(source: CatalogSource): CatalogSource {
  return narrowedSource(source, onlyReading);
}

function onlyReading({ tools, formerTools = [], extensions: _extensions, ...others }: Catalog): Catalog {
  return buildCatalog({
    ...others,
    tools: tools.filter(isReadOnly),
    formerTools: formerTools.filter(({ tool }) => tool && isReadOnly(tool)),
  });
}

function isReadOnly({ definition }: PublishedTool): boolean {
  return definition.annotations?.readOnlyHint === true;
}
