/**
 * A target that speaks MCP, in the newest revision that it knows.
 */
import {
  connect,
  ServerError,
  type Client,
  type ElicitReply,
  type Listed,
  type Progress,
  type QuestionHandlers,
  type Target as Connectable,
  type ToolResult,
} from '@sigil/client';
import type { JsonObject } from '@sigil/core';
import { declaredViews } from '@sigil/core/building';
import type { CreateMessageRequestParams, ElicitRequestParams } from '@modelcontextprotocol/client';
import { CommandError, InterruptedError } from '../failures/command-error.js';
import type { Questions } from '../asking/questions.js';
import type { Listing, Offer } from '../listing/listing.js';
import { packageVersion } from '../package-version.js';
import { unlessInterrupted } from '../terminal/interruptible-wait.js';
import type { Target } from './target.js';

const connectTimeoutMs = 15_000;
/** The longest delay of a timer: the person at the terminal decides how long to wait. */
export const callTimeoutMs = 2 ** 31 - 1;
const methodNotFound = -32601;

/**
 * @param interrupted cancels running requests
 * @param questions answers the server's questions; without it the client declares that it answers none
 * @throws InterruptedError when the command is asked to end first
 */
export async function connectTarget(
  server: Connectable,
  interrupted: AbortSignal,
  questions?: Questions,
): Promise<Target> {
  const unanswered = new AbortController();
  const connecting = connect(server, {
    name: 'sigil',
    version: packageVersion(),
    connectTimeoutMs,
    timeoutMs: Infinity,
    // A developer lists and calls the tools that are for views only, too.
    extensions: declaredViews,
    signal: interrupted,
    ...(questions ? { questions: handlersOf(questions, unanswered) } : {}),
  });
  const client = await unlessInterrupted(connecting, { interrupted, close: (late) => late.close() });
  if (!client) throw new InterruptedError('interrupted while connecting');
  return new McpTarget(client, { interrupted, unanswered: unanswered.signal });
}

/** Ends the call at a question that nobody can answer: the server could only guess the reason. */
function handlersOf(questions: Questions, unanswered: AbortController): QuestionHandlers {
  const orEnd = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof CommandError) unanswered.abort(error);
      throw error;
    }
  };
  return {
    // Sound: questions have the members that the protocol gives them, or the person sees that they lack them.
    elicit: (params) => orEnd(questions.elicit(params as unknown as ElicitRequestParams)) as Promise<ElicitReply>,
    sample: async (params) => {
      const message = await orEnd(questions.sample(params as unknown as CreateMessageRequestParams));
      return message as unknown as JsonObject;
    },
  };
}

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
    const { capabilities, info, instructions } = client.server;
    const { tools, resources, prompts } = capabilities;
    const { name = 'unnamed', version = '' } = info;
    const lists = {
      tools: tools ? await client.listTools(options) : [],
      resources: resources ? (await client.listResources(options)).map(withName) : [],
      resourceTemplates: resources ? (await this.#listTemplates()).map(withName) : [],
      prompts: prompts ? await client.listPrompts(options) : [],
    };
    return {
      // Sound: the members that identify a component were checked, and the others are only printed.
      ...(lists as unknown as Offer),
      server: { name: String(name), version: String(version), ...(instructions === undefined ? {} : { instructions }) },
    };
  }

  async call(tool: string, input: JsonObject, onProgress: (progress: Progress) => void): Promise<ToolResult> {
    const { interrupted, unanswered } = this.signals;
    try {
      return await this.client.callTool(tool, input, {
        onProgress,
        signal: AbortSignal.any([interrupted, unanswered]),
      });
    } catch (cause) {
      if (unanswered.aborted) throw unanswered.reason;
      if (interrupted.aborted) throw new InterruptedError(`the call of "${tool}" was cancelled`, { cause });
      throw cause;
    }
  }

  close(): Promise<void> {
    return this.client.close();
  }

  async #listTemplates(): Promise<readonly Listed<'uriTemplate'>[]> {
    try {
      return await this.client.listResourceTemplates({ signal: this.signals.interrupted });
    } catch (error) {
      // No capability declares templates; a server without them may not know the method.
      if (error instanceof ServerError && error.code === methodNotFound) return [];
      throw error;
    }
  }
}

function withName<Item extends JsonObject>(item: Item): Item & { readonly name: string } {
  return { ...item, name: String(item['name']) };
}
