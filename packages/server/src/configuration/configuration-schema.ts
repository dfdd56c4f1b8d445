/**
 * Writes the JSON Schema of the configuration file from the forms that read the file.
 */
import type { JsonObject } from '@sigil/core';
import type { MemberForm } from './member-forms.js';
import { accessForms, accessRuleForms } from './access-settings.js';
import { authForms, introspectionForms, issuerForms, stdioForms } from './auth-settings.js';
import {
  accessRuleKeyDescriptions,
  authKeyDescriptions,
  introspectionKeyDescriptions,
  issuerKeyDescriptions,
  keyDescriptions,
  pluginKeyDescriptions,
  stdioKeyDescriptions,
  storeKeyDescriptions,
} from './key-descriptions.data.js';
import { storeForms } from './store-settings.js';
import { linkLimitForms, pluginForms } from './plugin-settings.js';
import { fileForms, limitForms } from './read-configuration-file.js';

/** Uses draft 7, which every editor knows. */
export function buildConfigurationSchema(): JsonObject {
  const linkLimits = { linkLimits: { ...closed(linkLimitForms), description: pluginKeyDescriptions.linkLimits } };
  const plugin = closed(pluginForms, pluginKeyDescriptions, linkLimits);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of a Sigil server',
    ...closed(fileForms, keyDescriptions, {
      plugins: { type: 'object', additionalProperties: plugin, description: keyDescriptions.plugins },
      limits: { ...closed(limitForms), description: keyDescriptions.limits },
      auth: { ...authSchema(), description: keyDescriptions.auth },
      store: {
        ...closed(storeForms, storeKeyDescriptions),
        required: ['kind', 'url'],
        description: keyDescriptions.store,
      },
    }),
  };
}

function authSchema(): JsonObject {
  return closed(authForms, authKeyDescriptions, {
    issuers: {
      type: 'array',
      items: { ...closed(issuerForms, issuerKeyDescriptions), required: ['issuer'] },
      description: authKeyDescriptions.issuers,
    },
    introspection: {
      ...closed(introspectionForms, introspectionKeyDescriptions),
      required: ['url', 'issuer', 'clientId'],
      description: authKeyDescriptions.introspection,
    },
    stdio: {
      ...closed(stdioForms, stdioKeyDescriptions),
      required: ['id'],
      description: authKeyDescriptions.stdio,
    },
    access: { ...accessSchema(), description: authKeyDescriptions.access },
  });
}

function accessSchema(): JsonObject {
  const rules = { type: 'object', additionalProperties: closed(accessRuleForms, accessRuleKeyDescriptions) };
  return closed(accessForms, {}, Object.fromEntries(Object.keys(accessForms).map((kind) => [kind, rules])));
}

function closed(
  forms: Readonly<Record<string, MemberForm<unknown>>>,
  descriptions: Readonly<Record<string, string>> = {},
  inner: JsonObject = {},
): JsonObject {
  const properties = Object.entries(forms).map(([name, { schema = {} }]): [string, JsonObject] => {
    const description = descriptions[name];
    return [name, { ...schema, ...(description === undefined ? {} : { description }) }];
  });
  return { type: 'object', properties: { ...Object.fromEntries(properties), ...inner }, additionalProperties: false };
}
