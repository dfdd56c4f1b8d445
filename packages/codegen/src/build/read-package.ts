/**
 * Reads the manifest's data on the plugin as a whole from its package.json.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '@sigil/core';
import type { Activation, ManifestPlugin } from '@sigil/core/building';
import { clientTargets, findClientTarget, type ClientTarget } from '@sigil/contracts/targets';
import { isJsonObject } from '@sigil/core/building';
import { diagnosticCodes } from '../diagnostics/diagnostic-codes.js';
import type { Diagnostic } from '../model/diagnostic.js';

/** The plugin's description, or the diagnostic that explains why there is none. */
export type PackageReading =
  | {
      readonly plugin: ManifestPlugin;
      readonly isStrict: boolean;
      /** The clients that the plugin is for; absent where it does not say. */
      readonly targets?: readonly ClientTarget[];
    }
  | { readonly diagnostic: Diagnostic };

/** Reads `folder/package.json`. A missing version counts as `0.0.0`. */
export async function readPackage(folder: string): Promise<PackageReading> {
  const text = await readText(join(folder, 'package.json'));
  if (text === undefined) return refuse('there is no package.json here');

  const content = parse(text);
  if (!isJsonObject(content)) return refuse('package.json is no JSON object');

  const { name } = content;
  if (typeof name !== 'string' || name === '') return refuse('package.json has no "name"');
  const { sigil } = content;
  const activation = isJsonObject(sigil) ? sigil['activation'] : undefined;
  if (!isActivation(activation)) return refuse('"sigil.activation" must be "onFirstUse" or "onStart"');
  const strict = isJsonObject(sigil) ? sigil['strict'] : undefined;
  if (strict !== undefined && typeof strict !== 'boolean') return refuse('"sigil.strict" must be true or false');
  const instructions = isJsonObject(sigil) ? sigil['instructions'] : undefined;
  if (!isInstructions(instructions)) return refuse('"sigil.instructions" must be a text that is not empty');
  const targets = readTargets(isJsonObject(sigil) ? sigil['targets'] : undefined);
  if (targets === 'invalid') return refuse(`"sigil.targets" must be a list of ${clientTargets.join(', ')}`);
  return {
    plugin: pluginOf(name, content, { activation, instructions }),
    isStrict: strict === true,
    ...(targets && { targets }),
  };
}

function readTargets(value: JsonValue | undefined): readonly ClientTarget[] | 'invalid' | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length === 0) return 'invalid';
  const targets = value.map((name: JsonValue) => (typeof name === 'string' ? findClientTarget(name) : undefined));
  return targets.every((target) => target !== undefined) ? targets : 'invalid';
}

function pluginOf(
  name: string,
  { version, description }: JsonObject,
  {
    activation,
    instructions,
  }: { readonly [Member in 'activation' | 'instructions']: ManifestPlugin[Member] | undefined },
): ManifestPlugin {
  return {
    name: name.replace(/^@[^/]*\//, ''),
    version: typeof version === 'string' ? version : '0.0.0',
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
    ...(activation ? { activation } : {}),
    ...(instructions === undefined ? {} : { instructions: instructions.trim() }),
  };
}

/** An absent value is valid. */
function isActivation(value: JsonValue | undefined): value is Activation | undefined {
  return value === undefined || value === 'onFirstUse' || value === 'onStart';
}

/** An absent value is valid. */
function isInstructions(value: JsonValue | undefined): value is string | undefined {
  return value === undefined || (typeof value === 'string' && value.trim() !== '');
}

function refuse(message: string): PackageReading {
  const fix = diagnosticCodes.SIGIL092.remedy;
  return { diagnostic: { code: 'SIGIL092', message, fix, file: 'package.json', line: 1, column: 1, length: 1 } };
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    // The author has to add a readable package.json, whatever the reason.
    return undefined;
  }
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // Reported to the author as "no JSON object".
    return undefined;
  }
}
