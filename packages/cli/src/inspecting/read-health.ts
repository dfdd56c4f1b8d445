/**
 * Reads the plugins in a server's health report. The server may be newer or older, so unknown parts are ignored.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { InspectedBoot, InspectedPlugin, InspectedStep } from './inspection.js';

type State = InspectedPlugin['state'];

/** @returns undefined when it is not the health report of a Sigil server */
export function readHealth(raw: unknown): readonly InspectedPlugin[] | undefined {
  if (!isJsonObject(raw) || typeof raw['status'] !== 'string' || !isJsonObject(raw['plugins'])) return undefined;
  return Object.entries(raw['plugins']).map(([name, plugin]) => readPlugin(name, isJsonObject(plugin) ? plugin : {}));
}

function readPlugin(name: string, raw: JsonObject): InspectedPlugin {
  const boot = isJsonObject(raw['boot']) ? readBoot(raw['boot']) : undefined;
  return {
    name,
    state: readState(raw['state']),
    ...texts(raw, ['version', 'manifestCid', 'link', 'policy', 'activation', 'since', 'reason']),
    ...(typeof raw['generation'] === 'number' ? { generation: raw['generation'] } : {}),
    ...(boot ? { boot } : {}),
  };
}

function readBoot(raw: JsonObject): InspectedBoot {
  return {
    outcome: readState(raw['outcome']),
    durationMs: readNumber(raw['durationMs']),
    steps: Array.isArray(raw['steps']) ? raw['steps'].filter(isJsonObject).map(readStep) : [],
    ...texts(raw, ['reason', 'message']),
  };
}

function readStep(raw: JsonObject): InspectedStep {
  return { step: String(raw['step']), durationMs: readNumber(raw['durationMs']) };
}

/** Reads the state; a plugin that does not report that it serves has failed. */
function readState(value: JsonValue | undefined): State {
  return value === 'serving' ? 'serving' : 'failed';
}

function readNumber(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

function texts<Name extends string>(raw: JsonObject, names: readonly Name[]): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = raw[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}
