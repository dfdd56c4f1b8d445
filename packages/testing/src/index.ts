export { connectInMemory } from './clients/connect-in-memory.js';
export {
  connectClient,
  type CallOptions,
  type ConnectOptions,
  type McpClient,
  type TextChannel,
  type ToolAnswer,
} from './clients/mcp-client.js';
export { PeerError, ProtocolViolation } from './clients/peer-error.js';
export type { Progress, ReceivedNotification } from './clients/protocol-client.js';
export { recordOutlet, validateTranscript, type Recording, type TranscriptLine } from './recording.js';
export { createMessageValidator, type MessageValidator } from './schemas/message-validator.js';
export { publishedSchema, type PublishedSchema } from './schemas/published-schema.js';
