/**
 * The page at `/mcp/meta/{server}`: the server's components, each with a form to try it, and the server's state.
 *
 * The browser makes a form when it is first opened, so that a thousand tools make a short page.
 */
import type { JsonObject } from '@sigil/core';
import { isView } from '@sigil/core/building';
import { modernDates } from '@sigil/core/internal';
import { isOfOwnScheme } from '../resources/scheme.js';
import { writeSnippets } from './client-snippets.js';
import { findRemedies } from './find-remedies.js';
import type { PagePlace } from './instruction-page.js';
import { writeProgramSnippets } from './program-snippets.js';
import { renderPage } from './render-page.js';
import type { ServerView } from './server-view.js';
import { marksOfView, viewMarksOf, type Mark } from './view-marks.js';
import type { ReaderSandbox } from '../views/view-sandbox.js';

/** The facts about the views of a server, for its page. */
export interface ShownViews {
  readonly sandbox: ReaderSandbox;
  readonly hasStories: boolean;
}

/** @param views absent for a server whose tools name no view */
export function buildMetaPage(
  server: ServerView,
  { origin, assets, dashboardPath }: PagePlace,
  views?: ShownViews,
): string {
  const { tools, resources, resourceTemplates, prompts, skills, instructions } = server.offers();
  const url = origin + server.path;
  const scopes = server.scopes();
  const scopeMarks = (definition: object): Mark[] =>
    (scopes.get(definition) ?? []).map((scope) => ({ text: `scope ${scope}`, isWarning: false }));
  const templates = resourceTemplates.map((template) => ({
    id: template.uriTemplate,
    name: template.title ?? template.name,
    summary: firstLine(template.description),
    marks: scopeMarks(template),
  }));
  return renderPage('meta', {
    title: `${server.name} · Sigil`,
    assets,
    script: 'server-page.js',
    dashboardPath,
    server,
    url,
    origin,
    instructions,
    revision: modernDates.at(-1),
    views,
    hasUnenforcedScopes: scopes.size > 0 && !server.isGuarded,
    tools: tools.map((tool) => ({
      name: tool.name,
      title: tool.title ?? tool.annotations?.title,
      summary: firstLine(tool.description),
      marks: [...marksOf({ ...tool.annotations }), ...viewMarksOf(tool), ...scopeMarks(tool)],
    })),
    resources: resources
      .filter((resource) => !isView(resource))
      .map((resource) => ({
        id: resource.uri,
        name: resource.title ?? resource.name,
        summary: firstLine(resource.description),
        marks: [...(resource.mimeType ? [{ text: resource.mimeType }] : []), ...scopeMarks(resource)],
      })),
    pages: resources.filter(isView).map((view) => ({
      id: view.uri,
      summary: firstLine(view.description) || view.title,
      marks: [...marksOfView(view, tools), ...scopeMarks(view)],
    })),
    templates: templates.filter(({ id }) => !isOfOwnScheme(id)),
    builtIn: templates.filter(({ id }) => isOfOwnScheme(id)),
    prompts: prompts.map((prompt) => ({
      name: prompt.name,
      title: prompt.title,
      summary: firstLine(prompt.description),
      marks: scopeMarks(prompt),
    })),
    skills: skills.map(({ uri, name, description }) => ({
      name,
      description,
      href: `/mcp/meta/${encodeURIComponent(server.name)}/skills/${encodeURIComponent(uri)}`,
    })),
    snippets: [...writeSnippets(server.name, url), ...writeProgramSnippets(url)],
    remedies: server.state === 'failed' ? findRemedies(server) : [],
  });
}

function firstLine(description: string | undefined): string {
  return description?.split('\n', 1)[0] ?? '';
}

/** Returns the hints of a tool as a phrase; `isWarning` marks those to consider before running it. */
function marksOf(annotations: JsonObject): Mark[] {
  if (annotations['readOnlyHint'] === true) return [{ text: 'read-only', isWarning: false }];
  return annotations['destructiveHint'] === true ? [{ text: 'destructive', isWarning: true }] : [];
}
