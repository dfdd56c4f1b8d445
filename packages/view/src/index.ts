export { connect, type ConnectOptions } from './connect.js';
export type { ContentBlock, ResourceContents, ToolAnswer } from './content.js';
export type { ContentKinds, DisplayMode, Host, HostCapabilities, HostContext, HostStyles } from './host.js';
export type {
  DownloadedFile,
  LogLevel,
  ModelContext,
  OpeningCall,
  Progress,
  RequestOptions,
  Stop,
  View,
} from './view.js';
export { ViewError, type ViewErrorCode } from './view-error.js';
export type { Story } from './story.js';
export type { CallArguments, ModelTool, NamedTool, Partially, ViewTool } from './view-tool.js';
