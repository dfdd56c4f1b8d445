/**
 * Takes the paths of this machine out of a message before somebody else reads it.
 */

// A path begins where no name goes before its first slash, so that URLs and "either/or" are let be.
const absolutePath = /file:\/\/[^\s'"]+|(?<![\w/:])(?:\/[^\s'"/]+){2,}\/?|[A-Za-z]:\\[^\s'"]+/g;

/** The message with each absolute path replaced by the last part of it: `…/dist/manifest.json` becomes `manifest.json`. */
export function withoutPaths(message: string): string {
  return message.replace(absolutePath, (path) => path.split(/[\\/]/).findLast((part) => part !== '') ?? '(path)');
}
