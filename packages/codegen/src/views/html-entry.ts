/**
 * Reads the HTML of a view that is written as a page, and finds the elements that name other files.
 *
 * Everything else of the page stays as it is written.
 */
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { findInRefresh, findInValue, isLoadedRelation, listOfAttribute } from './reached-address.js';

/** An attribute whose value is the address of a file or of a page. */
export interface HtmlAddress {
  readonly tag: string;
  readonly attribute: string;
  /** The value; of a `srcset` one of its addresses. */
  readonly address: string;
  /** The place of the address in the text. */
  readonly start: number;
  readonly end: number;
}

/** An element with a script or a style sheet. */
export interface HtmlCode {
  /** `module` runs after the page was read, `classic` where it stands. */
  readonly kind: 'module' | 'classic' | 'style';
  /** The address of its file; `undefined` if its text is between its tags. */
  readonly address?: HtmlAddress;
  readonly text: string;
  /** The place of the text between the tags. */
  readonly textStart: number;
  /** The medium of a style sheet, such as `print`. */
  readonly media?: string;
  /** Whether a script waits until the page is complete. */
  readonly isDeferred: boolean;
  /** The place of the whole element. */
  readonly start: number;
  readonly end: number;
}

/** A script in an attribute, as it is written. */
export interface HtmlHandler {
  readonly text: string;
  readonly textStart: number;
}

/** The page of a frame in its `srcdoc`. */
export interface HtmlFrame extends HtmlHandler {
  /** The page itself. */
  readonly page: string;
}

/** The parts of a page that its build replaces, in the order of the text. */
export interface HtmlParts {
  readonly code: readonly HtmlCode[];
  /** The addresses of all other elements. */
  readonly addresses: readonly HtmlAddress[];
  /** The scripts in attributes, such as `onclick`. */
  readonly handlers: readonly HtmlHandler[];
  /** The pages in `srcdoc` attributes: as they are written, and without escapes. */
  readonly frames: readonly HtmlFrame[];
  readonly hasDoctype: boolean;
  /** The place where a style sheet of the scripts goes: the end of the head, if the page has one. */
  readonly headEnd: number;
  readonly bodyEnd: number;
}

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

const scriptTypes: Readonly<Record<string, HtmlCode['kind']>> = {
  '': 'classic',
  'text/javascript': 'classic',
  'application/javascript': 'classic',
  module: 'module',
};

/** The attributes that may have addresses. */
const addressAttributes: ReadonlySet<string> = new Set([
  'src',
  'href',
  'poster',
  'data',
  'xlink:href',
  'srcset',
  'imagesrcset',
  'style',
  'background',
  'action',
  'formaction',
]);

/** Reads the page. */
export function readHtml(text: string): HtmlParts {
  const page = parse(text, { sourceCodeLocationInfo: true });
  const code: HtmlCode[] = [];
  const addresses: HtmlAddress[] = [];
  const handlers: HtmlHandler[] = [];
  const frames: HtmlFrame[] = [];
  let headEnd = 0;
  let bodyEnd = text.length;
  const visit = (node: Node): void => {
    if ('tagName' in node) {
      if (node.tagName === 'head') headEnd = node.sourceCodeLocation?.endTag?.startOffset ?? endOf(node) ?? headEnd;
      if (node.tagName === 'body') bodyEnd = node.sourceCodeLocation?.endTag?.startOffset ?? text.length;
      const found = readCode(node, text);
      if (found) code.push(found);
      else addresses.push(...addressesOf(node, text));
      handlers.push(...handlersOf(node, text));
      frames.push(...framesOf(node, text));
    }
    if ('content' in node) visit(node.content);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(page);
  return { code, addresses, handlers, frames, hasDoctype: page.mode !== 'quirks', headEnd, bodyEnd };
}

function endOf(node: Element): number | undefined {
  return node.sourceCodeLocation?.endOffset;
}

function readCode(element: Element, text: string): HtmlCode | undefined {
  const place = element.sourceCodeLocation;
  if (!place) return undefined;
  const kind = kindOf(element);
  if (!kind) return undefined;
  const textStart = place.startTag?.endOffset ?? place.endOffset;
  const textEnd = place.endTag?.startOffset ?? textStart;
  const [address] = addressesOf(element, text);
  const media = attributeOf(element, 'media');
  const isDeferred = ['defer', 'async'].some((name) => attributeOf(element, name) !== undefined);
  return {
    kind,
    ...(address && { address }),
    ...(media !== undefined && { media }),
    isDeferred,
    text: text.slice(textStart, textEnd),
    textStart,
    start: place.startOffset,
    end: place.endOffset,
  };
}

function kindOf(element: Element): HtmlCode['kind'] | undefined {
  if (element.tagName === 'style') return 'style';
  if (element.tagName === 'script') return scriptTypes[attributeOf(element, 'type')?.trim().toLowerCase() ?? ''];
  const relations = attributeOf(element, 'rel')?.toLowerCase().split(/\s+/) ?? [];
  return element.tagName === 'link' && relations.includes('stylesheet') ? 'style' : undefined;
}

function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((it) => it.name === name)?.value;
}

function addressesOf(element: Element, text: string): readonly HtmlAddress[] {
  const { tagName: tag } = element;
  if (tag === 'link' && !isLoadedRelation(attributeOf(element, 'rel') ?? '')) return [];
  const isRefresh = tag === 'meta' && attributeOf(element, 'http-equiv')?.trim().toLowerCase() === 'refresh';
  return element.attrs.flatMap(({ name, prefix }) => {
    const attribute = prefix ? `${prefix}:${name}` : name;
    const isOfRefresh = isRefresh && attribute === 'content';
    if (!isOfRefresh && !addressAttributes.has(attribute) && listOfAttribute(tag, attribute) === undefined) return [];
    const written = writtenValue(element, attribute, text);
    if (!written) return [];
    const found = isOfRefresh ? [findInRefresh(written.text) ?? []].flat() : findInValue(attribute, written.text);
    return found.map(({ address, index }) => {
      const start = written.textStart + index;
      return { tag, attribute, address, start, end: start + address.length };
    });
  });
}

function framesOf(element: Element, text: string): readonly HtmlFrame[] {
  const page = element.tagName === 'iframe' ? attributeOf(element, 'srcdoc') : undefined;
  const written = page === undefined ? undefined : writtenValue(element, 'srcdoc', text);
  return page === undefined || !written ? [] : [{ ...written, page }];
}

function handlersOf(element: Element, text: string): readonly HtmlHandler[] {
  return element.attrs.flatMap(({ name }) =>
    /^on[a-z]+$/.test(name) ? (writtenValue(element, name, text) ?? []) : [],
  );
}

/** Returns the value of an attribute as it is written, and its place in the text. */
function writtenValue(element: Element, attribute: string, text: string): HtmlHandler | undefined {
  const place = element.sourceCodeLocation?.attrs?.[attribute];
  if (!place) return undefined;
  // The value begins after the name and, usually, a quotation mark.
  const written = text.slice(place.startOffset, place.endOffset);
  const [lead = written] = /^[^=]*=\s*["']?/.exec(written) ?? [];
  return { text: written.slice(lead.length).replace(/["']$/, ''), textStart: place.startOffset + lead.length };
}
