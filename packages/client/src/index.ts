export { finishSignIn, type OAuthProvider } from './auth/provider-authorization.js';
export type {
  CallOptions,
  Client,
  CompleteOptions,
  Completion,
  CompletionRef,
  ConnectOptions,
  Listed,
  ListedTool,
  LogMessage,
  Progress,
  PromptResult,
  RequestOptions,
  ServerNotification,
  TaskState,
  ToolResult,
} from './client/client.js';
export { connect } from './client/connect.js';
export { officialCalls, type OfficialCalls } from './client/official-calls.js';
export type { ElicitReply, QuestionContext, QuestionHandlers } from './client/questions.js';
export type { ProgramTarget, Target } from './client/target.js';
export type { ChannelTarget, UrlTarget } from './client/url-target.js';
export type { ServerFacts } from './era/era-client.js';
export { ConnectionError, type ConnectionErrorOptions, type ConnectionFailure } from './errors/connection-error.js';
export { ServerError } from './errors/server-error.js';
export type { ChannelReader, TextChannel } from './transports/channel-connection.js';
