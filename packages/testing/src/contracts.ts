export { createContractEngine, type ContractEngine } from './contracts/contract-engine.js';
export {
  runTransportContract,
  type TransportContractOptions,
  type TransportPair,
} from './contracts/transport-contract.js';
