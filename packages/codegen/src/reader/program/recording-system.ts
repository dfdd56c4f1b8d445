/**
 * The compiler's access to the disk, which notes every file that is read and every path that is looked for in vain.
 */
import type { ts } from 'ts-morph';
import type { InputLog } from '../../inputs/input-log.js';
import { compiler } from './compiler.js';
import { findUnsaved } from './unsaved-files.js';

/** Returns the compiler's own system with a log of what it reads. */
export function recordingSystem(inputs: InputLog): ts.System {
  const { sys } = compiler;
  const noting = (found: boolean, path: string): boolean => {
    if (found) inputs.noteFound(path);
    else inputs.noteMissing(path);
    return found;
  };
  return {
    ...sys,
    readFile: (path) => inputs.readText(path),
    fileExists: (path) => inputs.unsavedText(path) !== undefined || noting(sys.fileExists(path), path),
    directoryExists: (path) => noting(sys.directoryExists(path), path),
    readDirectory: (path, ...rules) => [
      ...new Set([...sys.readDirectory(path, ...rules), ...findUnsaved(inputs.unsavedFiles, path, ...rules)]),
    ],
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
