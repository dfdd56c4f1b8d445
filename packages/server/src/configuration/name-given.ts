/**
 * Names the place that a setting came from, so that a message sends its reader to the right one.
 */

/** The names of a setting. */
export interface SettingNames {
  readonly flag?: string;
  readonly variable: string;
  /** Of the configuration file. */
  readonly member: string;
}

/** The setting as a flag and as a variable gave it; an empty variable gives nothing. */
export interface GivenSetting {
  readonly flag?: unknown;
  readonly variable: string | undefined;
}

/** @returns the name of what counted: the flag before the variable before the file */
export function nameGiven({ flag, variable, member }: SettingNames, given: GivenSetting): string {
  if (flag !== undefined && given.flag !== undefined) return flag;
  return given.variable ? variable : `"${member}" of the configuration file`;
}
