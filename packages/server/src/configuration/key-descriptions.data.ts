/**
 * Says in one sentence each key of the configuration file, for editors.
 */
import type { fileForms } from './read-configuration-file.js';
import type { pluginForms } from './plugin-settings.js';

/** Of the file. */
export const keyDescriptions: { readonly [Key in keyof typeof fileForms]: string } = {
  $schema: 'The JSON Schema that an editor checks this file against.',
  host: 'Address to listen on. Default: 127.0.0.1, which no other machine reaches.',
  port: 'Port to listen on; 0 takes any free one. Default: 3000.',
  pluginsFolder: 'Folder whose sub-folders are plugins, from where this file is.',
  packageFile: 'The package.json whose dependencies that are plugins are served too, from where this file is.',
  registry: 'Folder that "sigil publish" publishes to, from where this file is.',
  stateFolder: 'Folder of content and history, from where this file is. Default: .sigil',
  mcps: 'The mcps.source.json that configures servers, a built mcps.json, or its CID.',
  profile: '"readonly" offers only what is annotated read-only, follows nothing and has no admin. Default: "default".',
  watch: 'Rebuild plugins of the folder when their sources change; needs @sigil/cli. Default: false.',
  follow: 'Take new builds, publications, plugins and configurations as they come. Default: true.',
  activation: '"onStart" brings the code of every plugin up before it serves. Default: "onFirstUse".',
  sse: 'Serve clients that know only the HTTP+SSE transport of 2024-11-05 too. Default: false.',
  ws: 'Serve MCP and native streams over WebSocket too. Default: false.',
  stateless: 'Serve older revisions without sessions: each POST by itself. Default: false.',
  card: 'The card of each server at /mcp/{server}/server-card: "basic", or "full" with its tools; experimental. Default: "off".',
  namespaceSeparator: 'Between the names of server and tool where servers are offered together. Default: "_".',
  blockedLoopMs: 'Time that inline code may block everybody before the log names it. Default: 2000.',
  log: '"json" writes lines of JSON instead of text for people. Default: "text".',
  accessLogPercent: 'The log tells of each call that fails and of so many percent of the others. Default: of no call.',
  metrics: 'Serve numbers for Prometheus at /metrics. Default: false.',
  tracesUrl:
    'Collector that spans of calls are posted to, over OTLP: "http://localhost:4318/v1/traces". Default: none.',
  tracesSamplePercent: 'Traces that begin here and are kept, in percent; a caller decides of its own. Default: 100.',
  auditFile: 'File that the audit trail is appended to, from where this file is. Default: none.',
  auditMode: '"strict" refuses calls that cannot be written down. Default: "batched".',
  auditArgumentsOf:
    'Tools whose arguments the audit trail has, and not only their hash: "server/tool", or "server/*". Default: none.',
  allowUnauthenticated: 'Listen where other machines reach it, although nobody is asked who they are. Default: false.',
  allowedHosts:
    'Host names that requests may be addressed to beside this machine\'s own, such as "mcp.example.com". Default: none.',
  allowedOrigins: 'Origins whose pages may read answers, such as "https://app.example". Default: none.',
  plugins: 'Settings for each plugin, by its name.',
  limits: 'Limits of each server, and of all that the process serves.',
};

/** Of one plugin. */
export const pluginKeyDescriptions: { readonly [Key in keyof typeof pluginForms]: string } = {
  link: 'Where its code runs: in the server, in a worker, or in a process. Default: what the plugin says.',
  policy: 'Without a "required" plugin the server does not start. Default: "optional".',
  activation: 'When its code comes up. Default: the key "activation" of the file, then what the plugin says.',
  enabled: 'false leaves the plugin alone. Default: true.',
  configuration:
    'What its constructors take. ${NAME} in a text is that environment variable, or the content of the file that NAME_FILE names.',
  environment: 'Variables that its worker or process sees. ${NAME} as in "configuration".',
  readTimeoutMs: 'Longest time to read its build.',
  originRetryMs: 'Wait before its place is looked at again, after that failed.',
  maxOriginRetryMs: 'Longest such wait.',
  openTimeoutMs: 'Longest time to load its code.',
  startTimeoutMs: 'Longest time that its start() may take.',
  healthTimeoutMs: 'Longest time that its health check may take.',
  carryTimeoutMs: 'Longest time to take over the state that a class carries to the next version.',
  maxCarryLength: 'Most characters of JSON that such a state may have.',
  activationRetryMs: 'Wait before code that did not come up is tried again.',
  maxActivationRetryMs: 'Longest such wait.',
  stopTimeoutMs: 'Longest time that its stop() may take.',
  drainTimeoutMs: 'Time that running calls get to finish when it is swapped or stopped.',
  compatibilityWindowMs: 'Time that clients with older lists may go on calling what they know.',
  maxDecodeSteps: 'Work that decoding the arguments of one call may take.',
  linkLimits: 'Limits of its worker or process.',
};
