/**
 * Keeps apart what several workers would write or serve at the same place.
 */
import type { ObservingConfiguration } from '../configuration/observing.js';

/** The chain of an audit trail has one writer, and a scraper reads each worker at a port of its own. The first has those configured. */
export function observedApart<Settings extends Pick<ObservingConfiguration, 'auditFile' | 'metricsPort'>>(
  settings: Settings,
  number: number,
): Settings {
  const { auditFile, metricsPort } = settings;
  return {
    ...settings,
    auditFile: auditFile === undefined || number === 1 ? auditFile : `${auditFile}.${number}`,
    metricsPort: metricsPort ? metricsPort + number - 1 : metricsPort,
  };
}
