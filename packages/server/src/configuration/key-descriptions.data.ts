/**
 * Describes each key of the configuration file in one sentence, for editors.
 */
import type { fileForms } from './read-configuration-file.js';
import type { accessRuleForms } from './access-settings.js';
import type { authForms, introspectionForms, issuerForms, stdioForms } from './auth-settings.js';
import type { pluginForms } from './plugin-settings.js';
import type { storeForms } from './store-settings.js';

/** The keys of the file. */
export const keyDescriptions: { readonly [Key in keyof typeof fileForms]: string } = {
  $schema: 'The JSON Schema that an editor checks this file against.',
  host: 'Address to listen on. Default: 127.0.0.1, which no other machine reaches.',
  port: 'Port to listen on; 0 takes any free one. Default: 3000.',
  pluginsFolder: 'Folder whose subfolders are plugins, relative to this file.',
  packageFile: 'The package.json whose dependencies are searched for plugins, relative to this file.',
  registry:
    'The registry that "sigil publish" publishes to: a folder, relative to this file, "oci://host/repository", or "redis://host:port".',
  stateFolder: 'Folder of content and history, relative to this file. Default: .sigil',
  mcps: 'The mcps.source.json that configures servers, a built mcps.json, or its CID.',
  profile:
    '"readonly" offers only components annotated as read-only, follows no changes and has no admin. Default: "default".',
  watch: 'Rebuild plugins of the folder when their sources change; needs @sigil/cli. Default: false.',
  follow: 'Pick up new builds, publications, plugins and configurations while the server runs. Default: true.',
  rollout: '"staggered" swaps a new build in one process at a time, if they share a store. Default: "together".',
  activation: '"onStart" loads and starts the code of every plugin before it serves. Default: "onFirstUse".',
  sse: 'Also serve clients that only support the HTTP+SSE transport of 2024-11-05. Default: false.',
  ws: 'Also serve MCP and native streams over WebSocket. Default: false.',
  streams: 'Also serve native streams over HTTP, as event streams. Default: false.',
  stateless: 'Serve older revisions without sessions, each POST on its own. Default: false.',
  strictLifecycle:
    'Over stdio, serve only pings and log levels until the client has sent "notifications/initialized". Default: false.',
  skillsInSessions: 'Serve skills/list, skills/get and resources/directory/read in sessions too. Default: false.',
  card: 'The card of each server at /mcp/{server}/server-card, and the catalog of all: "basic", or "full" with its tools. Default: "off".',
  namespaceSeparator: 'Separates server and tool in the names of combined servers. Default: "_".',
  listTtlMs:
    'How long clients may keep a list of components, and the answer to server/discover, in milliseconds. Default: 60000.',
  listCacheScope:
    'Whether such an answer may serve several callers: "public" or "private". Always private where callers see different lists. Default: "public".',
  discovery:
    'How servers list their tools: "all", "search" for a few tools and a search for the others, or "auto". Default: "all".',
  blockedLoopMs: 'Time that inline code may block the event loop before the log names it. Default: 2000.',
  drainMs: 'Time that a stopping server still accepts requests, while /readyz answers 503. Default: 0.',
  closeGraceMs: 'Time that running calls may continue after that before they are aborted. Default: 10000.',
  workers: 'Number of serving processes, to use several cores. Default: 1.',
  workerStartTimeoutMs:
    'Longest time until a worker that replaces another one serves; then it is killed. Default: 120000.',
  workerReplyTimeoutMs: 'Longest time until a replaced worker acknowledges that; then it is killed. Default: 10000.',
  workerEndTimeoutMs: 'Longest time until a replaced worker has ended; then it is killed. Default: 300000.',
  log: '"json" writes lines of JSON instead of readable text. Default: "text".',
  accessLogPercent: 'Log each failed call and this percentage of the others. Default: no calls are logged.',
  dashboard: 'Keep statistics of the last day for the page at /dashboard and "sigil top". Default: true.',
  metrics: 'Serve Prometheus metrics at /metrics. Default: false.',
  metricsPort: 'Serve the metrics on a separate port. Default: the port of the server.',
  tracesUrl: 'Collector that receives spans of calls over OTLP: "http://localhost:4318/v1/traces". Default: none.',
  tracesSamplePercent:
    'Percentage of traces that start here and are kept; a caller that sends a trace decides itself. Default: 100.',
  auditFile: 'File that the audit trail is appended to, relative to this file. Default: none.',
  auditMode: '"strict" refuses calls that cannot be recorded. Default: "batched".',
  auditArgumentsOf:
    'Tools whose arguments are recorded in full instead of as a hash: "server/tool", or "server/*". Default: none.',
  allowUnauthenticated:
    'Listen on addresses that other machines can reach without authenticating callers. Default: false.',
  allowedHosts:
    'Host names that requests may be addressed to, besides this machine\'s own, such as "mcp.example.com". Default: none.',
  allowedOrigins: 'Origins whose pages may read answers, such as "https://app.example". Default: none.',
  publicUrl:
    "The URL under which clients reach this server, without an endpoint's path. Default: its listening address.",
  sandboxUrl:
    'The origin at which the pages show views of tools, such as "https://views.example.net"; it must reach this server. Default: a port of its own, on loopback alone.',
  trustedProxies: 'Addresses of proxies whose X-Forwarded-For is trusted, such as "10.0.0.0/8". Default: none.',
  middleware:
    'Modules that export Koa middleware as default; it runs before everything served over HTTP. Default: none.',
  extensions: 'Modules that export an extension of the protocol as default, from `defineExtension`. Default: none.',
  interceptors:
    'Modules that export an interceptor as default, the outermost first; they run around the requests of all servers. Default: none.',
  auth: 'Authentication of callers. Default: everybody who can reach the server may call.',
  store: 'Store that replicas share: sessions, events, tasks, notifications. Default: each process serves alone.',
  plugins: 'Settings of each plugin, by its name.',
  limits: 'Limits of each server, and of the whole process.',
};

/** The keys of the store. */
export const storeKeyDescriptions: { readonly [Key in keyof typeof storeForms]: string } = {
  kind: 'Kind of store: "redis", also for Valkey.',
  url: 'Address: "redis://user:password@host:6379/0", or "rediss://" for TLS. ${NAME} is that environment variable.',
  prefix: 'Prefix of every key, for deployments that share a Redis. Default: "sigil".',
  commandTimeoutMs: 'Longest time that a command may take before the store counts as unavailable. Default: 2000.',
  processLeaseMs: 'Time after which a silent replica counts as gone. Default: 5000.',
  maxEventsPerStream: 'Most events of a stream that are kept for reconnecting clients. Default: 1000.',
  maxEventBytesPerStream: 'Most bytes of events kept for a stream. Default: 4194304.',
  eventLifetimeMs: 'Time that the events of a stream are kept. Default: 600000.',
  contentTimeoutMs: 'Longest time to write or read a content file in the store. Default: 30000.',
  maxContentBytes: 'Largest content file in the store, in bytes. Default: 16777216.',
};

/** The keys of one plugin. */
export const pluginKeyDescriptions: { readonly [Key in keyof typeof pluginForms]: string } = {
  link: "Where its code runs: in the server, in a worker, or in a process. Default: the plugin's own choice.",
  policy: 'Without a "required" plugin the server does not start. Default: "optional".',
  activation:
    'When its code is loaded and started. Default: the key "activation" of the file, then the plugin\'s own choice.',
  enabled: 'false does not serve the plugin. Default: true.',
  configuration:
    'Configuration for its constructors. ${NAME} in a text is that environment variable, or the content of the file that NAME_FILE names.',
  environment: 'Variables that its worker or process sees. ${NAME} as in "configuration".',
  readTimeoutMs: 'Longest time to read its build.',
  originRetryMs: 'Pause before its source is read again after a failure.',
  maxOriginRetryMs: 'Longest such pause.',
  openTimeoutMs: 'Longest time to load its code.',
  startTimeoutMs: 'Longest time that its start() may take.',
  healthTimeoutMs: 'Longest time that its health check may take.',
  carryTimeoutMs: 'Longest time to carry the state of a class over to the next version.',
  maxCarryLength: 'Longest such state, in characters of JSON.',
  activationRetryMs: 'Pause before code that failed to start is tried again.',
  maxActivationRetryMs: 'Longest such pause.',
  stopTimeoutMs: 'Longest time that its stop() may take.',
  drainTimeoutMs:
    'Time that running calls get to finish when it is swapped. Default: 24 hours, so that their own limits end them.',
  closeDrainMs: 'Time that running calls get to finish when it is removed or the server stops.',
  maxDrainingGenerations: 'Most replaced generations that calls may still run on; the oldest are ended.',
  maxDrainingHeapPercent: 'Used share of the heap, in percent, from which a swap ends the oldest such generation.',
  compatibilityWindowMs: 'Time that clients with older lists may still call the components they know.',
  maxDecodeSteps: 'Work that decoding the arguments of one call may take.',
  linkLimits: 'Limits of its worker or process.',
};

/** The keys of `auth`. */
export const authKeyDescriptions: { readonly [Key in keyof typeof authForms]: string } = {
  issuers: 'Authorization servers whose tokens (JWT) are accepted.',
  keys: 'The file of API keys that "sigil keys" writes, relative to this file.',
  introspection: 'The introspection endpoint for opaque tokens.',
  verifier: 'A module whose default export takes a token and returns a principal with its audiences, or undefined.',
  stdio: 'The caller over stdio. Default: "local", with every scope.',
  scopes: 'Scopes that clients ask for first. Default: none.',
  hierarchy: 'For each scope, the scopes that it includes.',
  access:
    'Rules by claims and further scopes, for tools, resources, prompts and extensions of remote servers by their names.',
  visibility: '"allowed" hides components from callers that may not use them. Default: "all".',
};

/** The keys of `auth.stdio`. */
export const stdioKeyDescriptions: { readonly [Key in keyof typeof stdioForms]: string } = {
  id: 'The name of the caller.',
  scopes: 'The scopes that the caller has. Default: every scope.',
  claims: 'Claims of the caller, for rules of "access" and for methods. Default: none.',
};

/** The keys of one rule of `auth.access`. */
export const accessRuleKeyDescriptions: { readonly [Key in keyof typeof accessRuleForms]: string } = {
  scopes: 'Scopes that are required in addition to those that the author declared.',
  claims: 'For each claim, named by its path with dots: the accepted values. Every claim must match.',
};

/** The keys of one of `auth.issuers`. */
export const issuerKeyDescriptions: { readonly [Key in keyof typeof issuerForms]: string } = {
  issuer: 'The value of "iss" in its tokens, exactly.',
  provider: 'The kind of server, which decides where its tokens carry scopes. Default: RFC 9068.',
  audiences: 'Audiences that are accepted besides the address of an endpoint. Default: none.',
  algorithms: 'Accepted signature algorithms. Default: all with a public key.',
  keysUrl: 'URL of its keys. Default: from its metadata.',
  anyTokenType: 'Accept tokens without "at+jwt" in their header. Default: depends on the provider.',
  clientsAsCallers: 'Accept tokens without "sub", as tokens of their client. Default: depends on the provider.',
};

/** The keys of `auth.introspection`. */
export const introspectionKeyDescriptions: { readonly [Key in keyof typeof introspectionForms]: string } = {
  url: 'The endpoint of RFC 7662.',
  issuer: 'The issuer of its tokens.',
  clientId: 'The client id of this server there; MCP_INTROSPECTION_SECRET holds the secret.',
  audiences: 'As for an issuer.',
};
