/**
 * `@Complete`: publishes a method as the completion of one argument of a prompt or of one variable of a resource template.
 */
import { publicationMarker, type MethodMarker } from './publication.js';

const marker = publicationMarker('completion');

/**
 * The method gets what was typed so far, then, if it wants them, the arguments that are known already (as strings by name) and
 * the `Context`. It returns the values to offer, best first; the client sees 100 at most. Arguments whose type is a union of
 * literals are completed without one.
 *
 * @param of the prompt's name, namespace included, or the resource's URI template
 * @param argument which argument or variable
 */
export function Complete(_of: string, _argument: string): MethodMarker {
  return marker;
}
