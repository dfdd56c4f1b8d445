/**
 * Keeps apart what several workers would write or serve at the same place.
 */
import type { ObservingConfiguration } from '../configuration/observing.js';
import type { Welcome } from './worker-messages.js';

/**
 * A scraper reads each worker at a port of its own; the chain of an audit trail has one writer, and a worker that is to end writes
 * beside its successor. The first of each is the one that is configured.
 */
export function observedApart<Settings extends Pick<ObservingConfiguration, 'auditFile' | 'metricsPort'>>(
  settings: Settings,
  { number, trail }: Pick<Welcome, 'number' | 'trail'>,
): Settings {
  const { auditFile, metricsPort } = settings;
  return {
    ...settings,
    auditFile: auditFile === undefined || trail === 1 ? auditFile : `${auditFile}.${trail}`,
    metricsPort: metricsPort ? metricsPort + number - 1 : metricsPort,
  };
}
