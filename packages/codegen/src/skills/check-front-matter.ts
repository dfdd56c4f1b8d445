/**
 * Checks the fields of a skill's front matter that the Agent Skills specification defines. Other fields pass unchanged.
 *
 * Spec: https://agentskills.io/specification#frontmatter
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { DiagnosticCode } from '../diagnostics/diagnostic-codes.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { FrontMatter } from './front-matter.js';
import { faultAt } from './skill-fault.js';
import { folderOf, lastPart } from './skill-files.js';

const longestName = 64;
const longestDescription = 1_024;
const longestCompatibility = 500;
const loneSurrogate = /\p{Surrogate}/u;
const reservedPrefix = 'io.modelcontextprotocol/';

/** A fault, and the names that lead to the value that has it. */
interface FieldFault {
  readonly code: DiagnosticCode;
  readonly at: readonly string[];
  readonly message: string;
  readonly fix?: string;
}

/**
 * @param text of the `SKILL.md` at `path`, whose folder has the skill's name
 * @returns the faults; none for a valid `SkillFrontMatter`
 */
export function checkFrontMatter({ value, placeOf }: FrontMatter, text: string, path: string): Diagnostic[] {
  const faults = [
    ...checkName(value['name'], lastPart(folderOf(path))),
    ...checkDescription(value['description']),
    ...checkText(value, 'license', Infinity),
    ...checkText(value, 'compatibility', longestCompatibility),
    ...checkText(value, 'allowed-tools', Infinity),
    ...checkMetadata(value['metadata']),
    ...checkUnicode(value, []),
  ];
  return faults.map(({ at, ...fault }) => faultAt(text, placeOf(at), { ...fault, path }));
}

function checkName(name: JsonValue | undefined, folder: string): FieldFault[] {
  const fault = { code: 'SIGIL102', at: ['name'] } as const;
  if (name === undefined)
    return [{ ...fault, message: 'its front matter has no "name"', fix: `Add \`name: ${folder}\`.` }];
  if (typeof name !== 'string')
    return [{ ...fault, message: '"name" must be a text', fix: `Write \`name: ${folder}\`.` }];
  const isAllowed = /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= longestName;
  if (!isAllowed) return [{ ...fault, message: `${JSON.stringify(name)} is no name of a skill` }];
  if (name === folder) return [];
  const message = `the skill is named "${name}", and its folder "${folder}"`;
  return [{ ...fault, message, fix: `Rename the folder to "${name}", or write \`name: ${folder}\`.` }];
}

function checkDescription(description: JsonValue | undefined): FieldFault[] {
  const fault = { code: 'SIGIL103', at: ['description'] } as const;
  if (description === undefined) return [{ ...fault, message: 'its front matter has no "description"' }];
  if (typeof description !== 'string' || description.trim() === '')
    return [{ ...fault, message: '"description" must be a text that is not empty' }];
  const length = [...description].length;
  if (length <= longestDescription) return [];
  return [{ ...fault, message: `"description" has ${length} characters, of at most ${longestDescription}` }];
}

/** Checks an optional text. */
function checkText(value: JsonObject, field: string, longest: number): FieldFault[] {
  const text = value[field];
  const fault = { code: 'SIGIL104', at: [field] } as const;
  if (text === undefined) return [];
  if (typeof text !== 'string' || text === '')
    return [{ ...fault, message: `"${field}" must be a text that is not empty` }];
  const length = [...text].length;
  return length <= longest ? [] : [{ ...fault, message: `"${field}" has ${length} characters, of at most ${longest}` }];
}

function checkMetadata(metadata: JsonValue | undefined): FieldFault[] {
  const fault = { code: 'SIGIL104', at: ['metadata'] } as const;
  if (metadata === undefined) return [];
  if (!isJsonObject(metadata)) return [{ ...fault, message: '"metadata" must be a map of names and texts' }];
  return Object.entries(metadata).flatMap(([name, value]) => {
    const inner = { ...fault, at: ['metadata', name] };
    if (name.startsWith(reservedPrefix)) {
      const message = `"metadata" has ${JSON.stringify(name)}, and names that begin with ${reservedPrefix} are reserved`;
      return [{ ...inner, message, fix: 'Give it a prefix of your own, such as `com.example/`.' }];
    }
    if (typeof value === 'string') return [];
    const written = typeof value === 'object' ? 'a text' : `\`${name}: "${String(value)}"\``;
    return [{ ...inner, message: `"metadata.${name}" must be a text`, fix: `Write ${written}.` }];
  });
}

/** Finds texts with half of a surrogate pair, which strict readers of JSON refuse. */
function checkUnicode(value: JsonValue, at: readonly string[]): FieldFault[] {
  if (typeof value === 'string')
    return !loneSurrogate.test(value)
      ? []
      : [{ code: 'SIGIL078', at, message: 'its front matter has half of a surrogate pair' }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...checkUnicode(name, [...at, name]),
    ...checkUnicode(inner as JsonValue, [...at, name]),
  ]);
}
