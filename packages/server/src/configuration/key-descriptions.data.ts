/**
 * Says in one sentence each key of the configuration file, for editors.
 */
import type { fileForms } from './read-configuration-file.js';
import type { accessRuleForms } from './access-settings.js';
import type { authForms, introspectionForms, issuerForms, stdioForms } from './auth-settings.js';
import type { pluginForms } from './plugin-settings.js';
import type { storeForms } from './store-settings.js';

/** Of the file. */
export const keyDescriptions: { readonly [Key in keyof typeof fileForms]: string } = {
  $schema: 'The JSON Schema that an editor checks this file against.',
  host: 'Address to listen on. Default: 127.0.0.1, which no other machine reaches.',
  port: 'Port to listen on; 0 takes any free one. Default: 3000.',
  pluginsFolder: 'Folder whose sub-folders are plugins, from where this file is.',
  packageFile: 'The package.json whose dependencies that are plugins are served too, from where this file is.',
  registry:
    'What "sigil publish" publishes to: a folder, from where this file is, "oci://host/repository", or "redis://host:port".',
  stateFolder: 'Folder of content and history, from where this file is. Default: .sigil',
  mcps: 'The mcps.source.json that configures servers, a built mcps.json, or its CID.',
  profile: '"readonly" offers only what is annotated read-only, follows nothing and has no admin. Default: "default".',
  watch: 'Rebuild plugins of the folder when their sources change; needs @sigil/cli. Default: false.',
  follow: 'Take new builds, publications, plugins and configurations as they come. Default: true.',
  rollout:
    '"staggered" lets one process after the other take a new build, where they share a store. Default: "together".',
  activation: '"onStart" brings the code of every plugin up before it serves. Default: "onFirstUse".',
  sse: 'Serve clients that know only the HTTP+SSE transport of 2024-11-05 too. Default: false.',
  ws: 'Serve MCP and native streams over WebSocket too. Default: false.',
  stateless: 'Serve older revisions without sessions: each POST by itself. Default: false.',
  card: 'The card of each server at /mcp/{server}/server-card: "basic", or "full" with its tools; experimental. Default: "off".',
  namespaceSeparator: 'Between the names of server and tool where servers are offered together. Default: "_".',
  blockedLoopMs: 'Time that inline code may block everybody before the log names it. Default: 2000.',
  drainMs: 'Time for which a server that is told to stop still serves, while /readyz says 503. Default: 0.',
  closeGraceMs: 'Time that running calls may go on after that; then they are aborted. Default: 10000.',
  workers: 'Processes that serve, for the cores of this machine. Default: 1.',
  workerStartTimeoutMs:
    'Longest time until a worker that takes the place of another one serves; then it is killed. Default: 120000.',
  workerReplyTimeoutMs: 'Longest time until a worker answers that it is replaced; then it is killed. Default: 10000.',
  workerEndTimeoutMs: 'Longest time until such a worker has ended; then it is killed. Default: 300000.',
  log: '"json" writes lines of JSON instead of text for people. Default: "text".',
  accessLogPercent: 'The log tells of each call that fails and of so many percent of the others. Default: of no call.',
  dashboard: 'Remember the calls of the last hour, for the page at /dashboard and "sigil top". Default: true.',
  metrics: 'Serve numbers for Prometheus at /metrics. Default: false.',
  metricsPort:
    'Serve the numbers on a port of their own, and not on that of the server. Default: on that of the server.',
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
  publicUrl: 'The URL that clients know this server by, without the path of an endpoint. Default: where it listens.',
  trustedProxies: 'Addresses of proxies whose X-Forwarded-For is believed, such as "10.0.0.0/8". Default: none.',
  middleware:
    'Modules whose default exports are Koa middleware, which runs before everything served over HTTP. Default: none.',
  auth: 'Who may call. Default: everybody who can reach it.',
  store: 'Where replicas keep what they share: sessions, events, tasks, notices. Default: each process serves alone.',
  plugins: 'Settings for each plugin, by its name.',
  limits: 'Limits of each server, and of all that the process serves.',
};

/** Of the store. */
export const storeKeyDescriptions: { readonly [Key in keyof typeof storeForms]: string } = {
  kind: 'Which store it is: "redis", which Valkey is too.',
  url: 'Where it is: "redis://user:password@host:6379/0", or "rediss://" for TLS. ${NAME} is that environment variable.',
  prefix: 'Begins every key, for deployments that share a Redis. Default: "sigil".',
  commandTimeoutMs: 'Longest time that a command may take before the store counts as away. Default: 500.',
  processLeaseMs: 'Time after which a replica that says nothing counts as gone. Default: 5000.',
  maxEventsPerStream: 'Most events of a stream that are kept for clients that come back. Default: 1000.',
  maxEventBytesPerStream: 'Most bytes of events of a stream. Default: 4194304.',
  eventLifetimeMs: 'Time for which the events of a stream are kept. Default: 600000.',
  contentTimeoutMs: 'Longest time to keep or read a file there as content. Default: 30000.',
  maxContentBytes: 'Longest file that is kept there as content. Default: 16777216.',
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

/** Of `auth`. */
export const authKeyDescriptions: { readonly [Key in keyof typeof authForms]: string } = {
  issuers: 'Authorization servers whose tokens (JWT) are taken.',
  keys: 'The file of API keys that "sigil keys" writes, from where this file is.',
  introspection: 'The endpoint that knows tokens which only their issuer can read.',
  verifier: 'A module whose default export takes a token and returns a principal with its audiences, or undefined.',
  stdio: 'The caller over standard input and output. Default: "local", who may use everything.',
  scopes: 'Scopes that clients ask for first. Default: none.',
  hierarchy: 'By scope: the scopes that it includes.',
  access: 'Rules by claims and further scopes, for tools, resources and prompts by their names.',
  visibility: '"allowed" hides from callers what they may not use; then it is as if it were not there. Default: "all".',
};

/** Of `auth.stdio`. */
export const stdioKeyDescriptions: { readonly [Key in keyof typeof stdioForms]: string } = {
  id: 'The name of the caller.',
  scopes: 'The scopes that the caller has. Default: every scope.',
  claims: 'What rules of "access" and methods read of the caller. Default: nothing.',
};

/** Of one rule of `auth.access`. */
export const accessRuleKeyDescriptions: { readonly [Key in keyof typeof accessRuleForms]: string } = {
  scopes: 'Scopes that are needed beside those that the author declared.',
  claims: 'By claim, or by its path with dots: values of which the caller has one. Every claim is needed.',
};

/** Of one of `auth.issuers`. */
export const issuerKeyDescriptions: { readonly [Key in keyof typeof issuerForms]: string } = {
  issuer: 'Exactly as its tokens say it in "iss".',
  provider: 'The kind of server, which says where scopes are in its tokens. Default: as RFC 9068 has it.',
  audiences: 'Names that tokens may have as their audience in place of the address of an endpoint. Default: none.',
  algorithms: 'Algorithms that signatures may have. Default: all with a public key.',
  keysUrl: 'Where its keys are. Default: where its metadata says.',
  anyTokenType: 'Take tokens that do not say "at+jwt" in their header. Default: what the provider does.',
};

/** Of `auth.introspection`. */
export const introspectionKeyDescriptions: { readonly [Key in keyof typeof introspectionForms]: string } = {
  url: 'The endpoint of RFC 7662.',
  issuer: 'The issuer of its tokens.',
  clientId: 'The name of this server there; MCP_INTROSPECTION_SECRET holds its secret.',
  audiences: 'As for an issuer.',
};
