/**
 * Checks the definition of an extension, so that a mistake is found where it is written.
 */
import { isJsonObject } from '../model/json.js';
import { isNotificationOfProtocol, isRequestOfProtocol, notificationPrefix } from '../revisions/protocol-methods.js';
import type { Extension, TypedExtension } from './extension.js';

/** A label of letters and digits, more labels, a slash and a name. Spec: 2026-07-28 basic/index#_meta */
const idForm =
  /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+\/[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/;

/** Requests that interceptors never see. */
const unwrapped: ReadonlySet<string> = new Set(['initialize', 'ping', 'logging/setLevel']);

/**
 * @returns the same definition
 * @throws TypeError that names the extension, the faulty member and what it must be
 */
export function defineExtension<Methods, Notifications>(extension: TypedExtension<Methods, Notifications>): Extension;
/** For definitions that are not written in place, such as those with computed names. */
export function defineExtension(extension: Extension): Extension;
export function defineExtension(extension: Extension): Extension {
  if (!isJsonObject(extension)) throw new TypeError(`an extension must be an object, got ${quote(extension)}`);
  const { id, capability = {}, methods = {}, notifications = {}, wrap = {}, eras = ['modern'] } = extension;
  const { servers = [], clients = 'all' } = extension;
  if (typeof id !== 'string' || !idForm.test(id)) {
    throw new TypeError(`an extension's id must be a prefix and a name, such as "com.example/audit", got ${quote(id)}`);
  }
  const refuse = (problem: string): never => {
    throw new TypeError(`extension "${id}": ${problem}`);
  };
  if (typeof capability !== 'function' && !isJsonObject(capability))
    refuse('"capability" must be an object or a function');
  for (const [name, member] of Object.entries({ methods, notifications, wrap }))
    if (!isJsonObject(member)) refuse(`"${name}" must be an object`);
  if (!Array.isArray(eras) || eras.length === 0) refuse('"eras" must name at least one era');
  if (eras.some((era) => era !== 'modern' && era !== 'legacy')) refuse('"eras" can have "modern" and "legacy"');
  if (!Array.isArray(servers)) refuse('"servers" must be a list of names');
  if (clients !== 'all' && clients !== 'declaring') refuse('"clients" must be "declaring" or "all"');
  for (const [name, method] of Object.entries(methods)) {
    if (name.startsWith(notificationPrefix)) refuse(`"${name}" is a notification: put it into "notifications"`);
    if (isRequestOfProtocol(name)) refuse(`"${name}" is a method of MCP: wrap it instead`);
    if (typeof method?.run !== 'function') refuse(`"methods.${name}.run" must be a function`);
    requireSchema(method.params, `"methods.${name}.params"`, refuse);
  }
  for (const [name, notification] of Object.entries(notifications)) {
    if (!name.startsWith(notificationPrefix))
      refuse(`the notification "${name}" must begin with "${notificationPrefix}"`);
    if (isNotificationOfProtocol(name)) refuse(`"${name}" is a notification of MCP`);
    if (!isJsonObject(notification)) refuse(`"notifications.${name}" must be an object`);
    if (notification.receive !== undefined && typeof notification.receive !== 'function')
      refuse(`"notifications.${name}.receive" must be a function`);
    requireSchema(notification.params, `"notifications.${name}.params"`, refuse);
  }
  for (const [name, wrapper] of Object.entries(wrap)) {
    if (!canWrap(name))
      refuse(`"wrap" cannot have "${name}": it must be a request of MCP that lists, reads, calls or asks`);
    if (typeof wrapper !== 'function') refuse(`"wrap.${name}" must be a function`);
  }
  return extension;
}

function canWrap(method: string): boolean {
  return !unwrapped.has(method) && isRequestOfProtocol(method);
}

function requireSchema(schema: unknown, member: string, refuse: (problem: string) => never): void {
  if (schema !== undefined && !isJsonObject(schema)) refuse(`${member} must be a JSON Schema`);
}

function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
