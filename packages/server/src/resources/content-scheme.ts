/**
 * `cid://{cid}`: content that this server's configuration names, or results of its tools that were too long to send.
 *
 * Clients cannot read other content of the store, results of other callers, or results of tools that they may not call now. Long
 * content is read in parts: `cid://{cid}/{part}`.
 */
import { ToolError, type Context } from '@sigil/core';
import type { PublishedResourceTemplate, ResourceResult } from '@sigil/core/catalog';
import type { Principal } from '@sigil/core/engine';
import { isCid, type ContentStore } from '@sigil/plugin-host';
import type { ServerConfiguration } from '../servers/server-configuration.js';
import type { KeptResults } from './keep-large-results.js';
import { notFound, schemePrefixes, type Scheme } from './scheme.js';
import { countParts, takePart, writeBytes } from './write-bytes.js';

interface ContentSchemeParts {
  /** The server's name; only this server reads the results that it kept. */
  readonly server: string;
  /** CIDs that clients may read from the store. */
  readonly named: ReadonlySet<string>;
  readonly store: ContentStore;
  readonly kept: KeptResults | undefined;
  /** The most bytes that one read returns. */
  readonly maxResourceBytes: number;
}

const form = /^cid:\/\/([^/?#]+)(?:\/([1-9]\d{0,8}))?$/i;

export function contentScheme({ server, named, store, kept, maxResourceBytes }: ContentSchemeParts): Scheme {
  const results = kept?.of(server);

  async function readBytes(
    cid: string,
    principal: Principal,
  ): Promise<{ bytes: Uint8Array; mimeType: string | undefined } | undefined> {
    // Content that the configuration names is for every caller, even if a tool has returned the same.
    const isNamed = named.has(cid);
    const mimeType = isNamed ? undefined : results?.mimeTypeOf(cid, principal);
    if (mimeType === undefined && !isNamed) return undefined;
    const from = mimeType !== undefined && kept ? kept.store : store;
    // Missing and damaged content is not found for a client; the operator finds the reason elsewhere.
    const bytes = await from.get(cid).catch(() => undefined);
    return bytes && { bytes, mimeType };
  }

  async function read(uri: string, { principal }: Context): Promise<ResourceResult> {
    const [, cid = '', part] = form.exec(uri) ?? [];
    const found = isCid(cid) ? await readBytes(cid, principal) : undefined;
    if (!found) throw notFound(uri);
    const { bytes, mimeType } = found;
    const parts = countParts(bytes, maxResourceBytes);
    if (part === undefined && parts > 1) throw tooLong(cid, { bytes, parts, maxResourceBytes });
    if (part === undefined) return { kind: 'result', contents: [writeBytes(bytes, uri, mimeType)] };
    if (Number(part) > parts) throw notFound(uri, `there are ${parts} parts`);
    const taken = takePart(bytes, Number(part), maxResourceBytes);
    return { kind: 'result', contents: [writeBytes(taken, uri, parts > 1 ? undefined : mimeType)] };
  }

  const hasAny = results !== undefined || named.size > 0;
  return { prefix: schemePrefixes.content, read, templates: hasAny ? contentTemplates(read) : [] };
}

function contentTemplates(read: Scheme['read']): PublishedResourceTemplate[] {
  const whole = { uriTemplate: 'cid://{cid}', name: 'content', description: 'Content of this server, by its CID' };
  const part = {
    uriTemplate: 'cid://{cid}/{part}',
    name: 'content-part',
    description: 'A part of long content, from 1',
  };
  return [whole, part].map((definition) => ({
    definition,
    announcesUpdates: false,
    read: (uri: string, _variables: object, context) => read(uri, context),
  }));
}

interface LongContent {
  readonly bytes: Uint8Array;
  readonly parts: number;
  readonly maxResourceBytes: number;
}

function tooLong(cid: string, { bytes, parts, maxResourceBytes }: LongContent): ToolError {
  return new ToolError(
    `the content has ${bytes.length} bytes, more than ${maxResourceBytes} (limit maxResourceBytes). ` +
      `Read it in parts, from cid://${cid}/1 to cid://${cid}/${parts}`,
  );
}

/** Returns every CID that a configuration names for clients, without those of transforms, which are code. */
export function cidsForClients({ tools, resources, prompts, variables }: ServerConfiguration): ReadonlySet<string> {
  const text = JSON.stringify({ tools, resources, prompts, variables });
  return new Set((text.match(/\bbaf[a-z2-7]+/g) ?? []).filter(isCid));
}
