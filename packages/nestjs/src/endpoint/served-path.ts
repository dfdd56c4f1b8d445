/**
 * The path that Nest routes to the endpoint.
 */
import { RequestMethod } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import { SigilModuleError } from '../sigil-error.js';

/** Returns the segments of a path, without empty ones. */
function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Fastify routes by the decoded path; one that cannot be decoded is for no route. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** @throws SigilModuleError for a pattern that this module cannot recognise */
export function checkPath(path: string): string {
  if (segmentsOf(path).every((segment) => /^:?[\w.~-]+$/.test(segment))) return path;
  const form = 'segments of letters, digits and ".~_-", or parameters such as ":tenant"';
  throw new SigilModuleError(`SigilModule: the path "${path}" must consist of ${form}`);
}

/**
 * Makes the check whether a request is for the endpoint. The application sets its prefix after its modules are constructed, so the prefix
 * is read at each request.
 */
export function pathCheck(config: ApplicationConfig, path: string): (method: string, url: string) => boolean {
  const isExcluded = (method: string): boolean =>
    (config.getGlobalPrefixOptions().exclude ?? []).some(
      ({ pathRegex, requestMethod }) =>
        (requestMethod === RequestMethod.ALL || RequestMethod[requestMethod] === method) &&
        pathRegex.test(`/${segmentsOf(path).join('/')}`),
    );
  return (method, url) => {
    const prefix = config.getGlobalPrefix();
    const expected = prefix === '' || isExcluded(method) ? segmentsOf(path) : segmentsOf(`${prefix}/${path}`);
    const [asked = ''] = url.replace(/^https?:\/\/[^/?]*/i, '').split('?');
    const found = segmentsOf(decode(asked));
    return (
      found.length === expected.length &&
      expected.every((segment, at) => segment.startsWith(':') || segment.toLowerCase() === found[at]?.toLowerCase())
    );
  };
}
