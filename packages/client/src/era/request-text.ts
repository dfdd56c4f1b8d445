/**
 * Ids for the requests to one server, and the text of a request.
 */
import type { JsonObject } from '@sigil/core';

/** Counts from 1, for all sessions and connections of one server. */
export class RequestIds {
  #last = 0;

  next(): number {
    return ++this.#last;
  }
}

/** Returns a request as JSON. */
export function writeRequest(id: number, method: string, params: JsonObject): string {
  return writeWithParams(id, method, JSON.stringify(params));
}

/** @param params an object as JSON @returns a request as JSON */
export function writeWithParams(id: number, method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}}`;
}

/** Returns a notification as JSON. */
export function writeNotification(method: string, params: JsonObject): string {
  return writeNotificationWithParams(method, JSON.stringify(params));
}

/** @param params an object as JSON @returns a notification as JSON */
export function writeNotificationWithParams(method: string, params: string): string {
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${params}}`;
}
