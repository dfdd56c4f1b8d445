/**
 * Makes the method that lists a template's instances callable, and reads what it returns.
 *
 * The build has checked the method's type; the URIs are known only here, and a URI that does not match the template could not be
 * read.
 */
import type { Context } from '../model/context.js';
import type { ListedResource, ResourceTemplateDefinition } from '../model/definitions.js';
import { isJsonObject } from '../model/json.js';
import type { PublishedResourceTemplate } from './catalog.js';
import { parseUriTemplate } from './uri-template.js';

type List = NonNullable<PublishedResourceTemplate['list']>;

/** @param method the author's method; it receives the context of the listing call */
export function bindListing(method: (context: Context) => unknown, template: ResourceTemplateDefinition): List {
  const form = parseUriTemplate(template.uriTemplate);
  const read = (listed: unknown): ListedResource => {
    if (!isJsonObject(listed) || typeof listed['uri'] !== 'string' || typeof listed['name'] !== 'string') {
      throw new Error(`an instance of ${template.uriTemplate} must have a "uri" and a "name", both strings`);
    }
    const { uri, name, title, description, mimeType = template.mimeType, size } = listed;
    if (!form.match(uri)) throw new Error(`"${uri}" is listed as an instance of ${template.uriTemplate}, and is none`);
    return {
      uri,
      name,
      ...(typeof title === 'string' && { title }),
      ...(typeof description === 'string' && { description }),
      ...(typeof mimeType === 'string' && { mimeType }),
      ...(typeof size === 'number' && { size }),
    };
  };
  return async (context) => {
    const listed = await method(context);
    if (!Array.isArray(listed)) throw new Error(`the list of ${template.uriTemplate} must be an array`);
    return listed.map(read);
  };
}
