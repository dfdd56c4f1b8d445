/**
 * Appends a plugin's generated decoders to its bundled classes. They need no bundling: nothing imports them and they import
 * nothing.
 */

/** The last line of a bundle, which names the source map. */
const mapComment = /\/\/# sourceMappingURL=[^\n]*\n?$/;

/**
 * Returns the CommonJS code with the decoders in their own scope, exported beside its own exports; its source map stays valid.
 *
 * @param decoders declarations of the tables
 * @param tables the names of the tables
 */
export function appendDecoders(code: Uint8Array, decoders: string, tables: readonly string[]): Uint8Array {
  const text = Buffer.from(code).toString();
  const comment = mapComment.exec(text)?.[0] ?? '';
  const classes = text.slice(0, text.length - comment.length);
  const exported = `Object.assign(module.exports, { ${tables.join(', ')} });`;
  return Buffer.from(`${classes}(() => {\n${decoders}\n${exported}\n})();\n${comment}`);
}
