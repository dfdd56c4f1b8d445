/**
 * Returns the places where tools and their inputs are declared, for checks of a built manifest.
 */
import type { PluginModel } from '../model/plugin-model.js';
import type { SourcePlace } from '../model/source-place.js';

/** The places where a tool is declared. */
export interface ToolPlaces {
  /** The place of the method's name. */
  readonly at: SourcePlace;
  /** The place of each input, by name. */
  readonly inputs: ReadonlyMap<string, SourcePlace>;
}

/** Returns the places of every tool, by tool name. */
export function toolPlaces({ classes }: PluginModel): ReadonlyMap<string, ToolPlaces> {
  const tools = classes.flatMap(({ methods }) => methods.filter(({ kind }) => kind === 'tool'));
  return new Map(tools.map(({ name, at, placeOfInput }) => [name, { at, inputs: placeOfInput }]));
}
