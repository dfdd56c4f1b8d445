export { connectInMemory } from './clients/connect-in-memory.js';
export type { CallOptions, ConnectOptions, McpClient, ToolAnswer } from './clients/mcp-client.js';
export { PeerError, ProtocolViolation } from './clients/peer-error.js';
export type { ReceivedNotification } from './clients/checked-channel.js';
export type {
  Completion as CompletionAnswer,
  CompletionRef,
  ElicitReply,
  Progress,
  QuestionHandlers as ClientAnswers,
  TextChannel,
} from '@sigil/client/web';
export {
  connectPlugin,
  openPlugin,
  type OpenedPlugin,
  type OpenPluginOptions,
  type PluginClientOptions,
  type TestedPlugin,
} from './open-plugin.js';
export {
  outcomeOf,
  runEveryEra,
  type EraRun,
  type EraScript,
  type EveryEraOptions,
  type Outcome,
} from './run-every-era.js';
export { recordOutlet, validateTranscript, type Recording, type TranscriptLine } from './recording.js';
export { createMessageValidator, type MessageValidator } from './schemas/message-validator.js';
export { publishedSchema, type PublishedSchema } from './schemas/published-schema.js';
