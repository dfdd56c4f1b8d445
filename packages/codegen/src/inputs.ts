/**
 * The exports that compare a build with its sources. They load no compiler.
 */
export {
  changedInputs,
  exists,
  findStatus,
  hashFile,
  isSearched,
  isSourceName,
  searchedFolders,
  type BuildInputs,
  type ChangedInput,
  type SourceRoot,
} from './inputs/build-inputs.js';
export { builderVersion, describeOptions } from './inputs/build-terms.js';
export { findBuildState, type BuildRecord, type BuildState } from './inputs/build-record.js';
