/**
 * The fixed parts of a client module: the interface it needs of a client, and the functions that its methods call.
 */
import type { UriHelper } from './uri-expression.js';

/** The fixed parts, each included only where a module needs it. */
export type RuntimePart =
  'tools' | 'structured' | 'wrapped' | 'plain' | 'resources' | 'prompts' | 'contents' | 'blocks' | UriHelper;

/** The names of the types in the fixed parts, exported or not; no other type may have one. */
export const runtimeTypeNames: readonly string[] = [
  'McpCaller',
  'ToolAnswer',
  'ToolCallError',
  'PromptAnswer',
  'ContentBlock',
  'ResourceContents',
  'RawAnswer',
  'UriVariable',
];

/** Writes the interface of the client that a module receives. */
export function writeCaller(parts: ReadonlySet<RuntimePart>): string {
  const methods = [
    parts.has('tools') &&
      '  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;\n',
    parts.has('resources') && '  readResource(params: { uri: string }): Promise<unknown>;\n',
    parts.has('prompts') &&
      '  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<unknown>;\n',
  ].filter((method) => method !== false);
  return `/** What is needed of a client; those of the official SDKs have it. */
export interface McpCaller {
${methods.join('')}}
`;
}

/** Writes the other parts, in a fixed order. */
export function writeRuntime(parts: ReadonlySet<RuntimePart>): string {
  return texts.flatMap(([part, text]) => (parts.has(part) ? [text] : [])).join('\n');
}

const contents = `/** What reading a resource gives: text, or bytes in base64. */
export type ResourceContents =
  | { uri: string; mimeType?: string; text: string }
  | { uri: string; mimeType?: string; blob: string };
`;

const blocks = `/** A part of an answer or of a message; \`data\` is base64. */
export type ContentBlock =
  | { type: "text"; text: string }
  | { type: "image"; data: string; mimeType: string }
  | { type: "audio"; data: string; mimeType: string }
  | { type: "resource_link"; uri: string; name: string; title?: string; description?: string; mimeType?: string }
  | { type: "resource"; resource: ResourceContents };
`;

const tools = `/** A tool ran and failed; the message is what it says of that. */
export class ToolCallError extends Error {
  override readonly name = "ToolCallError";
  readonly tool: string;
  readonly content: readonly ContentBlock[];

  constructor(tool: string, content: readonly ContentBlock[]) {
    super(textOf(content) || \`tool "\${tool}" failed\`);
    this.tool = tool;
    this.content = content;
  }
}

interface RawAnswer {
  content?: ContentBlock[];
  structuredContent?: unknown;
  isError?: boolean;
}

async function call(client: McpCaller, tool: string, input: object = {}): Promise<RawAnswer> {
  const answer = (await client.callTool({ name: tool, arguments: input as Record<string, unknown> })) as RawAnswer;
  if (answer.isError) throw new ToolCallError(tool, answer.content ?? []);
  return answer;
}

function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\\n");
}
`;

const structured = `/** The oldest revisions of the protocol carry data as text only. */
async function callForData<Result>(client: McpCaller, tool: string, input?: object): Promise<Result> {
  const { structuredContent, content = [] } = await call(client, tool, input);
  if (structuredContent !== undefined) return structuredContent as Result;
  try {
    return JSON.parse(textOf(content)) as Result;
  } catch {
    throw new Error(\`tool "\${tool}" answered without structured content\`);
  }
}
`;

const wrapped = `/** Older revisions of the protocol put data that is no object into one, as its \`result\`. */
async function callForValue<Result>(client: McpCaller, tool: string, input?: object): Promise<Result> {
  const data = await callForData<unknown>(client, tool, input);
  const isObject = typeof data === "object" && data !== null && !Array.isArray(data);
  const isWrapper = isObject && Object.keys(data).length === 1 && "result" in data;
  return (isWrapper ? data.result : data) as Result;
}
`;

const plain = `/** What a tool without an output schema answers: all of its text, and every part of it. */
export interface ToolAnswer {
  text: string;
  content: ContentBlock[];
}

async function callForAnswer(client: McpCaller, tool: string, input?: object): Promise<ToolAnswer> {
  const { content = [] } = await call(client, tool, input);
  return { text: textOf(content), content };
}
`;

const prompts = `/** A prompt, filled in. */
export interface PromptAnswer {
  description?: string;
  messages: { role: "user" | "assistant"; content: ContentBlock }[];
}

async function prompt(client: McpCaller, name: string, input: object = {}): Promise<PromptAnswer> {
  return (await client.getPrompt({ name, arguments: input as Record<string, string> })) as PromptAnswer;
}
`;

const resources = `async function read(client: McpCaller, uri: string): Promise<ResourceContents[]> {
  return ((await client.readResource({ uri })) as { contents: ResourceContents[] }).contents;
}
`;

const encode = `/** RFC 6570 simple expansion: everything but unreserved characters is encoded. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (it) => \`%\${it.charCodeAt(0).toString(16).toUpperCase()}\`);
}
`;

const encodeReserved = `/** RFC 6570 reserved expansion: slashes and what else has a meaning in URIs stay, and so does what is encoded already. */
function encodeReserved(text: string): string {
  return encodeURI(text).replace(/%5B/g, "[").replace(/%5D/g, "]").replace(/%25([0-9A-Fa-f]{2})/g, "%$1");
}
`;

const expand = `type UriVariable = readonly [name: string, value: string | undefined, maxLength?: number];

/** RFC 6570 expansion of one expression; variables without a value are left out. */
function expand(operator: string, variables: readonly UriVariable[]): string {
  const isNamed = operator === ";" || operator === "?" || operator === "&";
  const texts = variables.flatMap(([name, value, maxLength]) => {
    if (value === undefined) return [];
    const cut = maxLength === undefined ? value : [...value].slice(0, maxLength).join("");
    const text = operator === "+" || operator === "#" ? encodeReserved(cut) : encode(cut);
    if (!isNamed) return [text];
    return [text === "" && operator === ";" ? name : \`\${name}=\${text}\`];
  });
  if (texts.length === 0) return "";
  const separator = operator === "?" ? "&" : operator === "" || operator === "+" || operator === "#" ? "," : operator;
  return (operator === "+" ? "" : operator) + texts.join(separator);
}
`;

const texts: readonly (readonly [RuntimePart, string])[] = [
  ['contents', contents],
  ['blocks', blocks],
  ['plain', plain],
  ['tools', tools],
  ['structured', structured],
  ['wrapped', wrapped],
  ['prompts', prompts],
  ['resources', resources],
  ['encode', encode],
  ['encodeReserved', encodeReserved],
  ['expand', expand],
];
