/**
 * `@Complete`: publishes a method as the completion of one argument of a prompt or of one variable of a resource template.
 */
import { publicationMarker, type MethodMarker } from './publication.js';

const marker = publicationMarker('completion');

/**
 * The method receives the text typed so far and, if it declares them, the arguments already known (strings by name) and the
 * `Context`. It returns the values to offer, best first; the client sees at most 100. Arguments whose type is a union of literals
 * are completed automatically.
 *
 * @param of the prompt's name, namespace included, or the resource's URI template
 * @param argument which argument or variable
 */
export function Complete(_of: string, _argument: string): MethodMarker {
  return marker;
}
