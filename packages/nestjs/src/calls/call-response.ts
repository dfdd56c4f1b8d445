/**
 * The HTTP response as guards, interceptors and filters see it around a call. They may set headers of Express's while none are sent; whatever
 * else they send is dropped, since the protocol answers a call. So a filter that answers every error over HTTP leaves that of a call as it is.
 */
import type { ServerResponse } from 'node:http';
import type { HttpResponse } from './http-call.js';

/** Headers of a body, and theirs is dropped. */
const ofBodies = /^(?:content-.*|etag|transfer-encoding)$/i;

/** @returns a response of the same framework that sends nothing */
export function callResponse(response: HttpResponse): HttpResponse {
  const { raw } = response;
  if (!raw) return withoutSending(response as unknown as ServerResponse) as unknown as HttpResponse; // Express adds to node:http's own
  return withMembers(response, { raw: withoutSending(raw) });
}

function withoutSending(own: ServerResponse): ServerResponse {
  const mayChange = (name: string): boolean => !own.headersSent && !ofBodies.test(name);
  const shown: ServerResponse = withMembers(own, {
    write: () => true,
    end: () => shown,
    writeHead: () => shown,
    flushHeaders: () => undefined,
    setHeader(name: string, value: number | string | readonly string[]) {
      if (mayChange(name)) own.setHeader(name, value);
      return shown;
    },
    removeHeader(name: string) {
      if (mayChange(name)) own.removeHeader(name);
    },
  });
  return shown;
}

/** Returns the object with other members in place of its own. */
function withMembers<Whole extends object>(whole: Whole, members: Readonly<Record<string, unknown>>): Whole {
  return new Proxy(whole, {
    get: (target, name): unknown => Reflect.get(Object.hasOwn(members, name) ? members : target, name),
  });
}
