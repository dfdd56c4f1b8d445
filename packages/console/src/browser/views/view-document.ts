/**
 * A view as its server serves it: the HTML, and the hosts and permissions that it declares.
 *
 * Spec: ext-apps 2026-01-26 #ui-resource-format
 */
import type { JsonObject } from '@sigil/core';
import { hostKinds, sortHosts } from '../../view-policy.js';
import { viewLimits } from '../../view-limits.js';
import { readBytes } from '../base64.js';
import { isObject, listOf, objectOf, textOf } from '../json.js';

/** A view that can be shown. */
export interface ViewDocument {
  readonly html: string;
  /** The declared hosts that the sandbox allows, by kind. */
  readonly csp: JsonObject;
  readonly permissions: JsonObject;
  readonly prefersBorder: boolean;
  /** The declared hosts that the sandbox does not allow, a sentence each. */
  readonly refused: readonly string[];
}

const mimeType = 'text/html;profile=mcp-app';
const knownPermissions = ['camera', 'microphone', 'geolocation', 'clipboardWrite'];

/**
 * @param result of `resources/read`
 * @param own the origins that no view may reach
 * @throws Error with a sentence for the reader
 */
export function readViewDocument(result: JsonObject, uri: string, own: readonly string[]): ViewDocument {
  const item = listOf(result['contents'])
    .filter(isObject)
    .find((contents) => contents['uri'] === uri);
  if (!item) throw new Error(`The server answered without ${uri}.`);
  const type = textOf(item['mimeType']) ?? '';
  if (type.replaceAll(/\s/g, '').toLowerCase() !== mimeType)
    throw new Error(`${uri} is of the type "${type}"; a view is ${mimeType}.`);
  const html = textOf(item['text']) ?? new TextDecoder().decode(readBytes(textOf(item['blob']) ?? ''));
  if (html.length > viewLimits.maxHtmlCharacters)
    throw new Error(`${uri} has more than ${viewLimits.maxHtmlCharacters} characters, the limit of this page.`);
  const { csp, permissions, prefersBorder } = objectOf(objectOf(item['_meta'])['ui']);
  const declared = objectOf(csp);
  const sorted = hostKinds.map((kind) => [kind, sortHosts(declared[kind], own)] as const);
  const asked = objectOf(permissions);
  return {
    html,
    csp: Object.fromEntries(sorted.flatMap(([kind, { allowed }]) => (allowed.length > 0 ? [[kind, allowed]] : []))),
    permissions: Object.fromEntries(knownPermissions.flatMap((name) => (isObject(asked[name]) ? [[name, {}]] : []))),
    prefersBorder: prefersBorder !== false,
    refused: sorted.flatMap(([kind, { refused }]) =>
      refused.map(({ host, why }) => `${kind}: ${host} is not allowed, since ${why}.`),
    ),
  };
}
