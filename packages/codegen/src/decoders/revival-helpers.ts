/**
 * The JavaScript that generated code shares for values that are text on the wire and objects in the method.
 */
import { describeNode } from './describe-node.js';
import { revivals } from './revivals.js';

const conversions = String.raw`
function toDate(text) {
  return new Date(text.toUpperCase());
}

function toDay(text) {
  return new Date(text);
}

function isUrl(text) {
  spend(60 + text.length);
  return isUri(text) && URL.canParse(text);
}

function toUrl(text) {
  return new URL(text);
}

const longestRegex = 10000;

function isRegex(text) {
  if (text.length > longestRegex) return false;
  spend(100 + text.length * 4);
  try {
    return toRegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

function toRegExp(text) {
  return new RegExp(text, 'u');
}

const mostDigits = 10000;

function isWholeNumber(text) {
  if (text.length > mostDigits) return false;
  spend(5 + ((text.length * text.length) >> 12));
  return /^-?\d+$/.test(text);
}

function isBase64(text) {
  spend(20 + (text.length >> 1));
  return text.length % 4 === 0 && toBuffer(text).toString('base64') === text;
}

function toBuffer(text) {
  return Buffer.from(text, 'base64');
}

function toBytes(text) {
  return new Uint8Array(toBuffer(text));
}

function toArrayBuffer(text) {
  return toBytes(text).buffer;
}
`;

const readers = revivals.map(([node, { check, convert, read }]) => {
  const expected = JSON.stringify(describeNode(node));
  return `
function ${read}(value, path, problems) {
  if (typeof value === 'string' && ${check}(value)) return ${convert}(value);
  return refuse(problems, path, ${expected}, value);
}
`;
});

/** The helpers; they need the format checks and the refusals. */
export const revivalHelpers = [conversions, ...readers].join('');
