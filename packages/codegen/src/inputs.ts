/**
 * The exports that tell whether a build is still that of its sources. They load no compiler.
 */
export {
  changedInputs,
  hashOf,
  isSearched,
  isSourceName,
  searchedFolders,
  type BuildInputs,
  type ChangedInput,
  type HashFile,
} from './inputs/build-inputs.js';
export { findBuildState, type BuildRecord, type BuildState } from './inputs/build-record.js';
