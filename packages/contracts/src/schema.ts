/**
 * Exports helpers for those who write the schemas that this package reads.
 */
export {
  describeUndescribed,
  findUndescribed,
  type DescribedOffer,
  type Undescribed,
} from './documentation/find-undescribed.js';
export { numericKey } from './schema/numeric-key.js';
