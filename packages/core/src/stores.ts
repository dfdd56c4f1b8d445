/**
 * The entry point for stores: the interfaces of all state that several processes share, and their implementations in memory.
 *
 * The task store is exported by the engine's entry point. The suite that each implementation must pass is in
 * `@sigil/testing/contracts`.
 */
export type { SharedStore, StoreStatus } from './engine/shared-store.js';
export type { CallRates } from './stores/call-rates.js';
export type { ContentStore, KeptContent } from './stores/content-store.js';
export type {
  EventPosition,
  EventStore,
  KeptStream,
  StoredEvent,
  StreamedComponent,
  StreamOrigin,
} from './stores/event-store.js';
export type { Leases } from './stores/leases.js';
export type { Mailbox } from './stores/mailbox.js';
export { openMemoryCallRates } from './stores/memory-call-rates.js';
export { openMemoryLeases } from './stores/memory-leases.js';
export { openMemoryPost } from './stores/memory-post.js';
export { openMemorySessionStore } from './stores/memory-session-store.js';
export type { Notices } from './stores/notices.js';
export type { PointerStore } from './stores/pointer-store.js';
export { holdProcess, isProcessThere, releaseProcess } from './stores/process-lease.js';
export { WriteRetries } from './stores/write-retries.js';
export {
  withWish,
  type KeptSession,
  type Listening,
  type SessionAges,
  type SessionChange,
  type SessionStore,
  type SessionWish,
  type SessionWishes,
} from './stores/session-store.js';
