/**
 * Separates what several workers would write or serve at the same place.
 */
import type { ObservingConfiguration } from '../configuration/observing-settings.js';
import type { Welcome } from './worker-messages.js';

/**
 * Gives each worker its own metrics port and audit file: the chain of an audit trail has one writer, and an ending worker still writes
 * beside its successor. The first worker uses the configured ones.
 */
export function separateObservation<Settings extends Pick<ObservingConfiguration, 'auditFile' | 'metricsPort'>>(
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
