/**
 * Names the source of a setting, so that a message sends the operator to the right place.
 */

/** The names of a setting. */
export interface SettingNames {
  readonly flag?: string;
  readonly variable: string;
  /** The member of the configuration file. */
  readonly member: string;
}

/** The values of a flag and a variable; an empty variable counts as absent. */
export interface GivenSetting {
  readonly flag?: unknown;
  readonly variable: string | undefined;
}

/** @returns the name of the source that applies: the flag before the variable before the file */
export function nameSettingSource({ flag, variable, member }: SettingNames, given: GivenSetting): string {
  if (flag !== undefined && given.flag !== undefined) return flag;
  return given.variable ? variable : `"${member}" of the configuration file`;
}
