/**
 * Reads the skills of a plugin: folders with instructions for models, below `skills/`, and checks them.
 *
 * Spec: ext-skills stable/skills, https://agentskills.io/specification
 */
import type { InputLog } from '../inputs/input-log.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { findSkills } from './find-skills.js';
import type { ReadSkill } from './skill-files.js';

/** The skills of a plugin, or the faults that keep them from being built. */
export interface SkillsReading {
  /** Sorted by path; those with faults are left out. */
  readonly skills: readonly ReadSkill[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The plugin around the skills. */
export interface SkillSite {
  readonly folder: string;
  readonly log: InputLog;
  /** The beginning of the addresses of its skills. */
  readonly root: string;
  /** The names of its tools; absent if its classes have faults. */
  readonly tools: readonly string[] | undefined;
}

/** Reads and checks all skills of a plugin; none if it has no folder `skills`. */
export async function readSkills({ folder, log, root, tools }: SkillSite): Promise<SkillsReading> {
  const found = findSkills(folder, log);
  if (found.skills.length === 0) return { skills: [], diagnostics: found.diagnostics };
  // Loaded with the first skill: most plugins have none, and the readers of YAML and Markdown take time to load.
  const { checkSkill } = await import('./check-skill.js');
  const targets = { root, tools, skills: found.skills };
  const checked = found.skills.map((skill) => checkSkill(skill, targets));
  return {
    skills: checked.flatMap(({ skill }) => skill ?? []),
    diagnostics: [...found.diagnostics, ...checked.flatMap(({ diagnostics }) => diagnostics)],
  };
}
