/**
 * Hands out where tools and their inputs are declared, for those who find something to say of a built manifest.
 */
import type { PluginModel, SourcePlace } from '../model/plugin-model.js';

/** The places where a tool is declared. */
export interface ToolPlaces {
  /** The method's name. */
  readonly at: SourcePlace;
  /** Each input, by its name. */
  readonly inputs: ReadonlyMap<string, SourcePlace>;
}

/** The places of every tool, by the tool's name. */
export function toolPlaces({ classes }: PluginModel): ReadonlyMap<string, ToolPlaces> {
  const tools = classes.flatMap(({ methods }) => methods.filter(({ kind }) => kind === 'tool'));
  return new Map(tools.map(({ name, at, placeOfInput }) => [name, { at, inputs: placeOfInput }]));
}
