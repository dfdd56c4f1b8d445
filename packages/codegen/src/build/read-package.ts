/**
 * Reads the manifest's data on the plugin as a whole from its package.json.
 */
import { join } from 'node:path';
import type { ts } from 'ts-morph';
import type { JsonObject, JsonValue } from '@sigil/core';
import type { Activation, DiscoveryMode, Framework, ManifestPlugin } from '@sigil/core/building';
import { clientTargets, findClientTarget, type ClientTarget } from '@sigil/contracts/targets';
import { isJsonObject } from '@sigil/core/building';
import { diagnosticCodes } from '../diagnostics/diagnostic-codes.js';
import { sortDiagnostics } from '../diagnostics/sort-diagnostics.js';
import type { InputLog } from '../inputs/input-log.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { compiler } from '../reader/program/compiler.js';
import { findNearest } from '../reader/program/nearest-name.js';

/** The plugin's description, or the diagnostics that explain why there is none. */
export type PackageReading =
  | {
      readonly plugin: ManifestPlugin;
      readonly isStrict: boolean;
      /** The clients that the plugin is for; absent where it does not say. */
      readonly targets?: readonly ClientTarget[];
    }
  | { readonly diagnostics: Diagnostic[] };

/** Reads `folder/package.json`. A missing version counts as `0.0.0`. */
export function readPackage(folder: string, inputs: InputLog): PackageReading {
  const text = inputs.readText(join(folder, 'package.json'));
  const { remedy } = diagnosticCodes.SIGIL092;
  if (text === undefined) return refuse('', [{ message: 'there is no package.json here', fix: remedy }]);

  const content = parse(text);
  if (!isJsonObject(content)) {
    const fix = 'Write it as JSON between `{` and `}`, without comments and without a comma at the end of a list.';
    return refuse(text, [{ message: 'package.json is no JSON object', fix }]);
  }

  const { name, sigil = {} } = content;
  const options = isJsonObject(sigil) ? sigil : {};
  const { activation, discovery, strict, instructions, framework = frameworkOf(content) } = options;
  const targets = readTargets(options['targets']);
  const isNamed = typeof name === 'string' && name !== '';
  const isKnown =
    isActivation(activation) &&
    isDiscovery(discovery) &&
    isFlag(strict) &&
    isFramework(framework) &&
    isInstructions(instructions) &&
    targets !== 'invalid';
  const unknown = Object.keys(options).filter((key) => !sigilKeys.has(key));
  if (!isNamed || !isKnown || unknown.length > 0 || !isJsonObject(sigil)) {
    return refuse(text, [
      ...(isNamed
        ? []
        : [{ message: 'package.json has no "name"', fix: 'Add `"name": "weather"`, with the name of the plugin.' }]),
      ...(isJsonObject(sigil)
        ? []
        : [{ key: '', message: '"sigil" must be an object', fix: 'Write `"sigil": { "plugin": true }`.' }]),
      ...(isActivation(activation) ? [] : [wrongValues.activation]),
      ...(isDiscovery(discovery) ? [] : [wrongValues.discovery]),
      ...(isFlag(strict) ? [] : [wrongValues.strict]),
      ...(isInstructions(instructions) ? [] : [wrongValues.instructions]),
      ...(isFramework(framework) ? [] : [wrongValues.framework]),
      ...(targets === 'invalid' ? [wrongValues.targets] : []),
      ...unknown.map(describeUnknown),
    ]);
  }
  return {
    plugin: pluginOf(name, content, { activation, discovery, framework, instructions }),
    isStrict: strict === true,
    ...(targets && { targets }),
  };
}

/** The keys of `sigil` that the build, the server or the commands read. */
const sigilKeys: ReadonlySet<string> = new Set([
  ...['plugin', 'instructions', 'activation', 'discovery', 'strict', 'targets', 'link', 'mcp_enabled'],
  ...['commitManifest', 'framework', 'programs'],
]);

/** A fault; `key` is the member of `sigil` that has it, empty for `sigil` itself and absent for the whole file. */
interface PackageFault {
  readonly key?: string;
  readonly message: string;
  readonly fix: string;
  /** The key to write in place of `key`, if one is meant. */
  readonly meant?: string;
}

const wrongValues = {
  activation: {
    key: 'activation',
    message: '"sigil.activation" must be "onFirstUse" or "onStart"',
    fix: 'Write one of the two, or leave the key out.',
  },
  discovery: {
    key: 'discovery',
    message: '"sigil.discovery" must be "all", "search" or "auto"',
    fix: 'Write one of the three, or leave the key out.',
  },
  strict: {
    key: 'strict',
    message: '"sigil.strict" must be true or false',
    fix: 'Write true or false, without quotes, or leave the key out.',
  },
  instructions: {
    key: 'instructions',
    message: '"sigil.instructions" must be a text that is not empty',
    fix: 'Write a text for models, such as `"Search before you order."`, or leave the key out.',
  },
  framework: {
    key: 'framework',
    message: '"sigil.framework" must be "nestjs"',
    fix: 'Write `"nestjs"` in an application of NestJS, and leave the key out of a plugin.',
  },
  targets: {
    key: 'targets',
    message: `"sigil.targets" must be a list of ${clientTargets.join(', ')}`,
    fix: `Write a list such as \`["${clientTargets[0]}"]\`, or leave the key out.`,
  },
} as const satisfies Readonly<Record<string, PackageFault>>;

function describeUnknown(key: string): PackageFault {
  const nearest = findNearest(key, [...sigilKeys]);
  const message = `"sigil.${key}" is no key of "sigil"`;
  const fix = nearest === undefined ? `Remove it; the keys are ${[...sigilKeys].join(', ')}.` : `Write "${nearest}".`;
  return { key, message, fix, ...(nearest !== undefined && { meant: nearest }) };
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
    discovery,
    framework,
    instructions,
  }: {
    readonly [Member in 'activation' | 'discovery' | 'framework' | 'instructions']: ManifestPlugin[Member] | undefined;
  },
): ManifestPlugin {
  return {
    name: name.replace(/^@[^/]*\//, ''),
    version: typeof version === 'string' ? version : '0.0.0',
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
    ...(activation ? { activation } : {}),
    ...(discovery ? { discovery } : {}),
    ...(framework ? { framework } : {}),
    ...(instructions === undefined ? {} : { instructions: instructions.trim() }),
  };
}

/** An absent value is valid. */
function isActivation(value: JsonValue | undefined): value is Activation | undefined {
  return value === undefined || value === 'onFirstUse' || value === 'onStart';
}

/** An absent value is valid. */
function isDiscovery(value: JsonValue | undefined): value is DiscoveryMode | undefined {
  return value === undefined || value === 'all' || value === 'search' || value === 'auto';
}

/** Returns the framework whose module of ours the package depends on. */
function frameworkOf({ dependencies }: JsonObject): Framework | undefined {
  return isJsonObject(dependencies) && '@sigil/nestjs' in dependencies ? 'nestjs' : undefined;
}

/** An absent value is valid. */
function isFramework(value: JsonValue | undefined): value is Framework | undefined {
  return value === undefined || value === 'nestjs';
}

/** An absent value is valid. */
function isInstructions(value: JsonValue | undefined): value is string | undefined {
  return value === undefined || (typeof value === 'string' && value.trim() !== '');
}

/** An absent value is valid. */
function isFlag(value: JsonValue | undefined): value is boolean | undefined {
  return value === undefined || typeof value === 'boolean';
}

function refuse(text: string, faults: readonly PackageFault[]): PackageReading {
  const diagnostics = faults.map(({ key, message, fix, meant }) => {
    const at = key === undefined ? start : placeOfKey(text, key === '' ? ['sigil'] : ['sigil', key]);
    const correction = meant === undefined ? {} : { correction: { ...at, text: JSON.stringify(meant) } };
    return { code: 'SIGIL092', message, fix, file: 'package.json', ...at, ...correction };
  });
  return { diagnostics: sortDiagnostics(diagnostics) };
}

const start = { line: 1, column: 1, length: 1 };

/** Finds the name of a member in the text of a JSON object. A repeated member counts where it is last, as in parsing. */
function placeOfKey(text: string, path: readonly string[]): Pick<Diagnostic, 'line' | 'column' | 'length'> {
  const file = compiler.parseJsonText('package.json', text);
  let value: ts.Expression | undefined = file.statements[0]?.expression;
  let name: ts.Node | undefined;
  for (const key of path) {
    const members = value && compiler.isObjectLiteralExpression(value) ? value.properties : [];
    const found = members
      .flatMap((member) => (compiler.isPropertyAssignment(member) ? [member] : []))
      .findLast((member) => compiler.isStringLiteral(member.name) && member.name.text === key);
    name = found?.name ?? name;
    value = found?.initializer;
  }
  if (!name) return start;
  const from = name.getStart(file);
  const { line, character } = file.getLineAndCharacterOfPosition(from);
  return { line: line + 1, column: character + 1, length: name.getEnd() - from };
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // Reported to the author as "no JSON object".
    return undefined;
  }
}
