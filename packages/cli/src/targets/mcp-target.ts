/**
 * A target that speaks MCP, through the official client, in the server's era.
 */
import {
  Client,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type Progress,
  type Transport,
} from '@modelcontextprotocol/client';
import type { JsonObject } from '@sigil/core';
import { CommandError, InterruptedError } from '../failures/command-error.js';
import type { Questions } from '../asking/questions.js';
import type { Listing } from '../listing/listing.js';
import { ownVersion } from '../own-version.js';
import { unlessInterrupted } from '../terminal/unless-interrupted.js';
import type { Target } from './target.js';

const connectTimeoutMs = 15_000;
/** Most rounds of questions in one call; a person ends it sooner. */
const mostRounds = 100;
/** The longest delay of a timer: the person at the terminal decides how long to wait. */
export const callTimeoutMs = 2 ** 31 - 1;

/** Options of a connection. */
export interface ConnectOptions {
  /** Cancels running requests. */
  readonly interrupted: AbortSignal;
  /** Answers the server's questions; without it the client declares that it answers none. */
  readonly questions?: Questions | undefined;
}

/**
 * Connects the official client, in the server's era.
 *
 * @throws InterruptedError when the command is asked to end first
 */
export async function connectTarget(transport: Transport, { interrupted, questions }: ConnectOptions): Promise<Target> {
  const capabilities = questions ? { elicitation: { form: {}, url: {} }, sampling: {} } : {};
  const client = new Client(
    { name: 'sigil', version: ownVersion() },
    { versionNegotiation: { mode: 'auto' }, capabilities, inputRequired: { maxRounds: mostRounds } },
  );
  const unanswered = new AbortController();
  if (questions) answerWith(questions, client, unanswered);
  const connecting = client.connect(transport, { timeout: connectTimeoutMs, signal: interrupted }).then(() => client);
  // The client asks for the revisions before it checks its signal.
  if (!(await unlessInterrupted(connecting, { interrupted, close: () => client.close() }))) {
    await transport.close();
    throw new InterruptedError('interrupted while connecting');
  }
  return new McpTarget(client, { interrupted, unanswered: unanswered.signal });
}

/** Ends the call at a question that nobody can answer: the server could only guess the reason. */
function answerWith(questions: Questions, client: Client, unanswered: AbortController): void {
  const orEnd = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof CommandError) unanswered.abort(error);
      throw error;
    }
  };
  client.setRequestHandler('elicitation/create', ({ params }) => orEnd(questions.elicit(params)));
  client.setRequestHandler('sampling/createMessage', ({ params }) => orEnd(questions.sample(params)));
}

/** Prefix of the client's own progress messages, one per round of questions. */
const ofClient = 'Fulfilling input required by ';

class McpTarget implements Target {
  constructor(
    private readonly client: Client,
    private readonly signals: { readonly interrupted: AbortSignal; readonly unanswered: AbortSignal },
  ) {}

  async list(): Promise<Listing> {
    try {
      return await this.#listAll();
    } catch (cause) {
      if (this.signals.interrupted.aborted) throw new InterruptedError('interrupted while listing', { cause });
      throw cause;
    }
  }

  async #listAll(): Promise<Listing> {
    const { client } = this;
    const options = { signal: this.signals.interrupted };
    const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
    const { name = 'unnamed', version = '' } = client.getServerVersion() ?? {};
    const instructions = client.getInstructions();
    return {
      server: { name, version, ...(instructions === undefined ? {} : { instructions }) },
      tools: tools ? (await client.listTools(undefined, options)).tools : [],
      resources: resources ? (await client.listResources(undefined, options)).resources : [],
      resourceTemplates: resources ? await this.#listTemplates(options) : [],
      prompts: prompts ? (await client.listPrompts(undefined, options)).prompts : [],
    };
  }

  async call(tool: string, input: JsonObject, onProgress: (progress: Progress) => void): Promise<CallToolResult> {
    const { client } = this;
    const { interrupted, unanswered } = this.signals;
    try {
      const ofServer = (progress: Progress): void => {
        if (!progress.message?.startsWith(ofClient)) onProgress(progress);
      };
      return await client.callTool(
        { name: tool, arguments: input },
        { onprogress: ofServer, signal: AbortSignal.any([interrupted, unanswered]), timeout: callTimeoutMs },
      );
    } catch (cause) {
      if (unanswered.aborted) throw unanswered.reason;
      if (interrupted.aborted) throw new InterruptedError(`the call of "${tool}" was cancelled`, { cause });
      throw cause;
    }
  }

  close(): Promise<void> {
    return this.client.close();
  }

  async #listTemplates(options: { readonly signal: AbortSignal }): Promise<Listing['resourceTemplates']> {
    try {
      return (await this.client.listResourceTemplates(undefined, options)).resourceTemplates;
    } catch (error) {
      // No capability declares templates; a server without them may not know the method.
      if (error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound) return [];
      throw error;
    }
  }
}
