/**
 * Puts a plugin's generated decoders behind its bundled classes. They need no bundling: they import nothing and nothing imports them.
 */

/** The last line of a bundle, in which the bundler names the source map. */
const mapComment = /\/\/# sourceMappingURL=[^\n]*\n?$/;

/**
 * The CommonJS code with the decoders in a scope of their own, exported beside what it exports; its source map still holds.
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
