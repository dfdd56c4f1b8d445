/**
 * Separates the limits of the module's options into those of the engine and those of the endpoint.
 */
import { nearestNames } from '@sigil/core';
import { defaultLimits, type OperationLimits } from '@sigil/core/engine';
import { defaultEndpointLimits, type EndpointLimits } from '@sigil/transport-http';
import { SigilModuleError } from './sigil-error.js';

/** The limits of the engine, of the endpoint, and of the code that reads arguments. */
export interface ApplicationLimits extends OperationLimits, EndpointLimits {
  /** Most decoding steps for the arguments of one call. */
  readonly maxDecodeSteps: number;
}

/** @throws SigilModuleError for a name that is no limit */
export function separateLimits({ maxDecodeSteps, ...given }: Partial<ApplicationLimits> = {}): {
  readonly maxDecodeSteps: number | undefined;
  readonly operation: Partial<OperationLimits>;
  readonly endpoint: Partial<EndpointLimits>;
} {
  const known = [...Object.keys(defaultLimits), ...Object.keys(defaultEndpointLimits), 'maxDecodeSteps'];
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const [nearest] = nearestNames(unknown, known);
    const meant = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
    throw new SigilModuleError(`SigilModule: there is no limit "${unknown}"${meant}`);
  }
  const entries = Object.entries(given);
  return {
    maxDecodeSteps,
    operation: Object.fromEntries(entries.filter(([name]) => name in defaultLimits)),
    endpoint: Object.fromEntries(entries.filter(([name]) => name in defaultEndpointLimits)),
  };
}
