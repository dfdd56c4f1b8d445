/**
 * The compiler's access to the disk, which notes every file that is read and every path that is looked for in vain.
 */
import type { Stats } from 'node:fs';
import type { ts } from 'ts-morph';
import { findStatus } from '../../inputs/build-inputs.js';
import type { InputLog } from '../../inputs/input-log.js';
import { compiler } from './compiler.js';
import { findUnsaved } from './unsaved-files.js';

/** Returns the compiler's own system with a log of what it reads. */
export function recordingSystem(inputs: InputLog): ts.System {
  const { sys } = compiler;
  const find = (path: string): Stats | undefined => {
    const status = findStatus(path);
    if (status) inputs.noteFound(path);
    else inputs.noteMissing(path);
    return status;
  };
  return {
    ...sys,
    readFile: (path) => inputs.readText(path),
    fileExists: (path) => inputs.unsavedText(path) !== undefined || find(path)?.isFile() === true,
    directoryExists: (path) => find(path)?.isDirectory() === true,
    readDirectory: (folder, ...rules) => {
      const [extensions, excluded, included, depth] = rules;
      const unsaved = findUnsaved(inputs.unsavedFiles, { folder, extensions, excluded, included, depth });
      return [...new Set([...sys.readDirectory(folder, ...rules), ...unsaved])];
    },
    getDirectories: (path) => {
      inputs.noteFolders(path);
      return sys.getDirectories(path);
    },
    realpath: (path) => {
      const target = sys.realpath?.(path) ?? path;
      if (target !== path) inputs.noteLink(path, target);
      return target;
    },
  };
}
