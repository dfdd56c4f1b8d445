/**
 * The shape of the descriptions that an import writes as source: an API, its operations, and what the operator configures.
 *
 * Authors read and edit these objects. Members that have OpenAPI's default are left out of them.
 * Spec: OpenAPI 3.1 Parameter Object, Encoding Object, Server Object, Security Scheme Object
 */

/** An API: what all of its operations share. */
export interface ApiDescription {
  /** The API's name in error messages, such as `Train Travel API`. */
  readonly name: string;
  /** The first is used, unless the configuration has a `baseUrl`. */
  readonly servers?: readonly ServerDescription[];
  /** The address that the document was read from, against which relative server URLs are resolved. */
  readonly documentUrl?: string;
  /** The security schemes by their names, which are the keys of `credentials` in the configuration. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  /** The requirement of operations that have none of their own. */
  readonly security?: readonly SecurityRequirement[];
  readonly limits?: ApiLimits;
}

/** A server's URL, in which `{name}` is a variable. Relative ones are resolved against the document's address. */
export interface ServerDescription {
  readonly url: string;
  readonly variables?: Readonly<Record<string, ServerVariable>>;
}

/** The default of a server's variable, and its allowed values if these are a list. */
export interface ServerVariable {
  readonly default: string;
  readonly enum?: readonly string[];
}

/** How a credential is sent. Tokens of `oauth2` and `openIdConnect` are bearer tokens. */
export type SecurityScheme =
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  /** `basic` takes a user and a password; every other scheme sends the credential after the scheme's name. */
  | { readonly type: 'http'; readonly scheme: string }
  | { readonly type: 'oauth2' | 'openIdConnect' }
  /** A client certificate, which this client cannot present: requirements with it are never met. */
  | { readonly type: 'mutualTLS' };

/** Schemes that are needed together, with their scopes. A list of requirements is a list of alternatives; `{}` needs nothing. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** Limits of each request; members left out have their defaults. */
export interface ApiLimits {
  /** Longest wait for a whole answer, with redirects and repetitions, in milliseconds. Default: 30,000. */
  readonly requestTimeoutMs?: number;
  /** Largest answer after decompression, in bytes. Default: 10 MiB. */
  readonly maxAnswerBytes?: number;
  /** Longest `Retry-After` that is waited for before the request is repeated, in milliseconds. Longer ones are an error. Default: 5,000. */
  readonly maxRetryAfterMs?: number;
}

/** One operation: a method and a path, what is sent, and what comes back. */
export interface OperationDescription {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'OPTIONS' | 'HEAD' | 'PATCH';
  /** The path after the server's URL, in which `{name}` is a path parameter. */
  readonly path: string;
  readonly parameters?: readonly ParameterDescription[];
  readonly body?: BodyDescription;
  /** Media types of the answers by status (`200`, `2XX`, `default`), an empty list for an answer without content. */
  readonly answers?: Readonly<Record<string, readonly string[]>>;
  /** Names of the answer's headers that `callWithHeaders` returns, besides `Link`. */
  readonly answerHeaders?: readonly string[];
  /** Default: the requirement of the API. An empty list sends no credential. */
  readonly security?: readonly SecurityRequirement[];
  /** Default: the servers of the API. */
  readonly servers?: readonly ServerDescription[];
}

/** Where a parameter is sent. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** How the values of a list or an object are joined. */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  /** OpenAPI 3.2: a list or an object as several cookies, without percent-encoding. */
  | 'cookie';

/** One parameter. */
export interface ParameterDescription {
  readonly in: ParameterPlace;
  readonly name: string;
  /** Without it, `null` and `undefined` leave the parameter out. Parameters of a path are always required. */
  readonly required?: boolean;
  /** Default: `simple` in a path and a header, `form` in a query and a cookie. */
  readonly style?: ParameterStyle;
  /** Default: `true` for the style `form`, else `false`. */
  readonly explode?: boolean;
  /** Whether reserved characters such as `/` and `:` are sent as they are. */
  readonly allowReserved?: boolean;
  /** The media type of a parameter that is described by `content`; `style` and `explode` then have no meaning. */
  readonly content?: string;
}

/** The one media type in which an operation's body is sent. */
export interface BodyDescription {
  /** Such as `application/json`, `application/x-www-form-urlencoded`, `multipart/form-data`, `application/octet-stream`. */
  readonly mediaType: string;
  readonly required?: boolean;
  /** How single properties of a form or of a multipart body are sent. */
  readonly encodings?: Readonly<Record<string, BodyEncoding>>;
}

/** One property of a form or of a multipart body. If any of `style`, `explode` and `allowReserved` is set, `contentType` has no meaning. */
export interface BodyEncoding {
  /** Default: `text/plain` for values, `application/json` for objects, `application/octet-stream` for bytes; items decide for lists. */
  readonly contentType?: string;
  readonly style?: 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

/** The configuration of a plugin that calls an API. Only this has secrets. */
export interface ApiConfiguration {
  /** Replaces the servers of the document. The operator vouches for it, so it may be at a private address. */
  readonly baseUrl?: string;
  /** Values of the server's variables. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Credentials by the names of security schemes: a key or token, or a user and a password for `basic`. */
  readonly credentials?: Readonly<Record<string, Credential | undefined>>;
}

/** A key or token, or a user and a password. */
export type Credential = string | { readonly username: string; readonly password: string };

/** The values of one call, by the names that the description has. */
export interface CallArguments {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly cookie?: Readonly<Record<string, unknown>>;
  /** Bytes are `Uint8Array`, which Sigil reads from base64; a string is sent as it is. */
  readonly body?: unknown;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the request, as `context.signal` does when the caller cancels. */
  readonly signal?: AbortSignal | undefined;
}

/** An answer with the parts of its head that a model needs for the next call. */
export interface AnswerWithHeaders<Body> {
  /** Absent if the answer has no content. */
  readonly body: Body;
  /** The targets of the `Link` header by relation, such as `next`, as absolute URLs without credentials. */
  readonly links?: Readonly<Record<string, string>>;
  /** The headers named in the description that the answer has, by the names written there. */
  readonly headers?: Readonly<Record<string, string>>;
}
