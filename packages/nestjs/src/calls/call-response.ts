/**
 * The HTTP response as guards, interceptors and filters see it around a call. They may set headers while none are sent; whatever else they
 * send is dropped, since the protocol answers a call. So a filter that answers every error over HTTP leaves that of a call as it is.
 */
import type { ServerResponse } from 'node:http';
import type { HttpResponse } from './http-call.js';

/** Headers of a body, and theirs is dropped. */
const ofBodies = /^(?:content-.*|etag|transfer-encoding)$/i;

/** @returns a response of Express that sends nothing; Fastify's own as it is, which sends nothing once it is hijacked */
export function callResponse(response: HttpResponse): HttpResponse {
  if (response.raw) return response;
  const own = response as unknown as ServerResponse; // Express adds to node:http's own
  const mayChange = (name: string): boolean => !own.headersSent && !ofBodies.test(name);
  const quiet: Readonly<Record<string, (...args: never[]) => unknown>> = {
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
  };
  const shown: ServerResponse = new Proxy(own, {
    get: (target, name): unknown => Reflect.get(Object.hasOwn(quiet, name) ? quiet : target, name),
  });
  return shown as unknown as HttpResponse;
}
