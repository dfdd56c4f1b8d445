/**
 * The operator's settings for one plugin: its link, its configuration and secrets, the time limits of its steps.
 */
import type { JsonObject } from '@sigil/core';
import type { HostOptions, LinkLimits } from '@sigil/plugin-host';
import { flag, object, oneOf, readMembers, text, wholeNumber } from './member-forms.js';
import { ConfigurationError } from './configuration-error.js';

/** The settings of one plugin; the plugin host's defaults apply to absent members. */
export interface PluginSettings extends Omit<HostOptions, 'watch' | 'onEvent'> {
  /** `false` disables the plugin completely. */
  readonly enabled?: boolean;
}

const aDayMs = 86_400_000;
const duration = wholeNumber(1, aDayMs);
const count = wholeNumber(1, 1_000_000);

/** The members of one plugin's settings. */
export const pluginForms = {
  link: oneOf('inline', 'worker', 'process'),
  policy: oneOf('required', 'optional'),
  activation: oneOf('onFirstUse', 'onStart'),
  enabled: flag,
  configuration: object,
  environment: object,
  readTimeoutMs: duration,
  originRetryMs: duration,
  maxOriginRetryMs: duration,
  openTimeoutMs: duration,
  startTimeoutMs: duration,
  healthTimeoutMs: duration,
  activationRetryMs: duration,
  maxActivationRetryMs: duration,
  stopTimeoutMs: duration,
  drainTimeoutMs: wholeNumber(0, aDayMs),
  closeDrainMs: wholeNumber(0, aDayMs),
  maxDrainingGenerations: wholeNumber(0, 1_000),
  maxDrainingHeapPercent: wholeNumber(0, 100),
  compatibilityWindowMs: wholeNumber(0, aDayMs),
  carryTimeoutMs: duration,
  maxCarryLength: wholeNumber(1, 1_000_000_000),
  maxDecodeSteps: wholeNumber(1, 1_000_000_000),
  linkLimits: object,
};

/** The limits of a worker or a process. */
export const linkLimitForms: { readonly [Name in keyof LinkLimits]: typeof duration } = {
  maxHeapMb: count,
  stuckMs: duration,
  restartDelayMs: duration,
  maxRestartDelayMs: duration,
  maxCrashes: count,
  crashWindowMs: duration,
  circuitOpenMs: duration,
  restartTimeoutMs: duration,
  restartWaitMs: duration,
};

/**
 * @param given with its variables filled in
 * @param where names the object in messages
 * @throws ConfigurationError naming the member
 */
export function readPluginSettings(given: JsonObject, where: string): PluginSettings {
  const fail = (message: string): Error => new ConfigurationError(message);
  const {
    linkLimits,
    configuration,
    environment: passed,
    ...members
  } = readMembers(given, pluginForms, { where, fail });
  const place = { where: `"linkLimits" of ${where}`, fail };
  return {
    ...members,
    ...(passed ? { environment: readPassed(passed, where) } : {}),
    ...(configuration ? { configuration } : {}),
    ...(linkLimits ? { linkLimits: readMembers(linkLimits, linkLimitForms, place) } : {}),
  };
}

/** Environment variables are texts. */
function readPassed(given: JsonObject, where: string): Record<string, string> {
  const forms = Object.fromEntries(Object.keys(given).map((name) => [name, text]));
  const fail = (message: string): Error => new ConfigurationError(message);
  return readMembers(given, forms, { where: `"environment" of ${where}`, fail }) as Record<string, string>; // every name has a form
}
