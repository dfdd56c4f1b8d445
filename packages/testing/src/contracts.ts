/**
 * The contract suites that all implementations of one idea must pass. A separate entry, because they need vitest.
 */
export {
  runTransportContract,
  type TransportContractOptions,
  type TransportPair,
} from './contracts/transport-contract.js';
export { runRefusedRequests, type RefusedRequestsOptions } from './contracts/refused-requests.js';
export { runLeavingReaders, type LeavingReader } from './contracts/leaving-readers.js';
export {
  comparedBodyBytes,
  comparedOrigin,
  modernSending,
  readHttpAnswers,
  sendHttp,
} from './contracts/http-answers.js';
export { runHostileHttp, type HostileTarget, type Leftovers } from './contracts/hostile/run-hostile-http.js';
export { runHostileLines, type HostileLines } from './contracts/hostile/run-hostile-lines.js';
export { runCallRatesContract, type OpenCallRates } from './contracts/stores/call-rates-contract.js';
export { runContentStoreContract, type OpenContentStore } from './contracts/stores/content-store-contract.js';
export { runEventStoreContract, type OpenEventStores } from './contracts/stores/event-store-contract.js';
export { runLeasesContract, type OpenLeases } from './contracts/stores/leases-contract.js';
export { runPostContract, type OpenPosts } from './contracts/stores/post-contract.js';
export { runSessionStoreContract, type OpenSessionStores } from './contracts/stores/session-store-contract.js';
export { runTaskStoreContract, type OpenTaskStores } from './contracts/stores/task-store-contract.js';
