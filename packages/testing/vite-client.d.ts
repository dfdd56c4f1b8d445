/**
 * The module that `sigil()` of `@sigil/testing/vite` offers to tests.
 */
declare module 'sigil:plugin' {
  /** The plugin's manifest, as `sigil build` writes it. */
  export const manifest: import('@sigil/core/building').Manifest;

  /** The plugin's classes, from their source, with their decoders. */
  export const module: import('@sigil/core/building').PluginModule;

  /** The bytes of all files of its skills, if it has any. */
  export const skillFiles: Uint8Array | undefined;

  /** The pages of all its views, if it has any. */
  export const viewFiles: Uint8Array | undefined;
}
