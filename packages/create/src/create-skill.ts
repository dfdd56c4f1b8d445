/**
 * Creates a skill in a plugin: a folder with a `SKILL.md` to be filled in.
 */
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { CreateUsageError } from './create-error.js';
import { createFolder } from './create-folder.js';
import type { CreateTerminal } from './create-terminal.js';

/** The skill to create. */
export interface SkillRequest {
  readonly name: string;
  /** Its purpose, in one line. */
  readonly description: string | undefined;
  /** The plugin's folder; by default the working one. */
  readonly directory: string | undefined;
}

const longestDescription = 1_024;

/** @throws CreateError when the name cannot be one, there is no plugin, or there is such a skill */
export async function createSkill(
  { name, description, directory = '.' }: SkillRequest,
  terminal: CreateTerminal,
): Promise<void> {
  requireName(name);
  if (description !== undefined && [...description].length > longestDescription)
    throw new CreateUsageError(`a description has at most ${longestDescription} characters`);
  const plugin = resolve(terminal.cwd, directory);
  if (!existsSync(join(plugin, 'package.json')))
    throw new CreateUsageError(`"${directory}" is no folder of a plugin: it has no package.json`);
  const folder = join(plugin, 'skills', name);
  await createFolder(folder, [{ path: 'SKILL.md', text: writeSkill(name, description) }]);
  const path = join(relative(terminal.cwd, folder), 'SKILL.md');
  terminal.out.line(`Created ${path}. Say there what to do; other files of its folder are served with it.`);
}

/** Spec: https://agentskills.io/specification#name-field */
function requireName(name: string): void {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 64) return;
  throw new CreateUsageError(
    `a skill's name has 1 to 64 of a-z, 0-9 and single hyphens between them, got ${JSON.stringify(name)}`,
  );
}

/** JSON is YAML, so a description may have any characters. */
function writeSkill(name: string, description = `Says how to … Use it when …`): string {
  return `---
name: ${name}
description: ${JSON.stringify(description)}
---

# ${name}

1. …
`;
}
