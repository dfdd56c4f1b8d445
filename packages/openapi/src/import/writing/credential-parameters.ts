/**
 * Finds parameters that carry a credential: those are the operator's, and no model may see them.
 */
import type { ParameterDescription } from '../../runtime/description.js';
import type { Shape } from '../schemas/shape.js';

const credentialNames =
  /^(x[-_])?(api[-_]?key|app[-_]?key|token|access[-_]?token|auth[-_]?token|bearer[-_]?token|client[-_]?secret|secret[-_]?key|authorization)$/i;

/** Returns whether the parameter is named like a credential, is a text, and is sent outside of the path and the body. */
export function isCredential({ in: place, name }: ParameterDescription, shape: Shape | undefined): boolean {
  return place !== 'path' && shape?.kind === 'string' && credentialNames.test(name);
}
