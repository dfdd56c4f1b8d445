/**
 * A target that is spoken to in MCP, through the official client, in whichever era the server speaks.
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
import { CommandError } from '../failures/command-error.js';
import type { Listing } from '../listing/listing.js';
import { ownVersion } from '../own-version.js';
import type { Target } from './target.js';

const connectTimeoutMs = 15_000;
/** A person who waits at a terminal decides how long; this is the longest a timer can. */
export const callTimeoutMs = 2 ** 31 - 1;

/** @param interrupted cancels what runs */
export async function connectTarget(transport: Transport, interrupted: AbortSignal): Promise<Target> {
  const client = new Client({ name: 'sigil', version: ownVersion() }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport, { timeout: connectTimeoutMs, signal: interrupted });
  return new McpTarget(client, interrupted);
}

class McpTarget implements Target {
  constructor(
    private readonly client: Client,
    private readonly interrupted: AbortSignal,
  ) {}

  async list(): Promise<Listing> {
    const { client } = this;
    const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
    const { name = 'unnamed', version = '' } = client.getServerVersion() ?? {};
    return {
      server: { name, version },
      tools: tools ? (await client.listTools()).tools : [],
      resources: resources ? (await client.listResources()).resources : [],
      resourceTemplates: resources ? await this.#listTemplates() : [],
      prompts: prompts ? (await client.listPrompts()).prompts : [],
    };
  }

  async call(tool: string, input: JsonObject, onProgress: (progress: Progress) => void): Promise<CallToolResult> {
    const { client, interrupted } = this;
    try {
      return await client.callTool(
        { name: tool, arguments: input },
        { onprogress: onProgress, signal: interrupted, timeout: callTimeoutMs },
      );
    } catch (cause) {
      if (interrupted.aborted) throw new CommandError(`the call of "${tool}" was cancelled`, { cause });
      throw cause;
    }
  }

  close(): Promise<void> {
    return this.client.close();
  }

  async #listTemplates(): Promise<Listing['resourceTemplates']> {
    try {
      return (await this.client.listResourceTemplates()).resourceTemplates;
    } catch (error) {
      // There is no capability that says whether a server has templates; one without may not know the method.
      if (error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound) return [];
      throw error;
    }
  }
}
