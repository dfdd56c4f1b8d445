/**
 * The place of the module of the plugin's tools, which the build writes for views.
 */

/** Relative to the plugin's folder. */
export const viewToolsFile = 'views/tools.generated.ts';
