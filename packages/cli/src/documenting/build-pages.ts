/**
 * Builds the pages of a plugin or a server from its manifest alone: equal manifests produce equal pages.
 */
import type { JsonObject } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { describeInline, schemaToTypeScript, type ComparableManifest } from '@sigil/contracts';
import { summarizeOffer } from '../listing/summarize-offer.js';
import { summarizeType } from '../listing/summarize-schema.js';
import { authorsLine, authorsMarkdown, codeBlock, codeSpan, escapeText, table } from '../markdown/markdown.js';
import { exampleOf } from './example-value.js';
import type { Page } from './page.js';

type Tool = ComparableManifest['tools'][number];
type Prompt = ComparableManifest['prompts'][number];

/** @param changes since an older version, as Markdown */
export function buildPages(manifest: ComparableManifest, changes?: string): readonly Page[] {
  const tools = manifest.tools.map(toolPage);
  const prompts = manifest.prompts.map(promptPage);
  const resources = resourcesPage(manifest);
  const configuration = configurationPage(manifest);
  const others = [
    ...resources,
    ...configuration,
    ...(changes === undefined ? [] : [{ path: 'changes', title: 'Changes', section: 'More', markdown: changes }]),
  ];
  return [firstPage(manifest, { tools, prompts, others }), ...tools, ...prompts, ...others];
}

interface OtherPages {
  readonly tools: readonly Page[];
  readonly prompts: readonly Page[];
  readonly others: readonly Page[];
}

function firstPage(manifest: ComparableManifest, { tools, prompts, others }: OtherPages): Page {
  const { name, version, description } = manifest.plugin;
  const listed = (components: readonly (Tool | Prompt)[], pages: readonly Page[]): string =>
    table(
      ['name', 'what it does'],
      components.map((component, index) => [
        `[${codeSpan(component.name)}](${pages[index]?.path}.md)`,
        authorsLine(summaryOf(component)),
      ]),
    );
  return {
    path: 'README',
    title: name,
    markdown: sections(
      `# ${escapeText(name)}`,
      description && authorsMarkdown(description),
      `Version ${escapeText(version)}: ${summarizeOffer(manifest)}.`,
      manifest.tools.length > 0 && `## Tools\n\n${listed(manifest.tools, tools)}`,
      manifest.prompts.length > 0 && `## Prompts\n\n${listed(manifest.prompts, prompts)}`,
      others.length > 0 && `## More\n\n${others.map(({ path, title }) => `- [${title}](${path}.md)`).join('\n')}`,
    ),
  };
}

function toolPage(tool: Tool): Page {
  const { name, title, description, inputSchema, outputSchema } = tool;
  const example = { name, arguments: exampleOf(inputSchema) };
  return {
    path: `tools/${fileNameOf(name)}`,
    title: name,
    section: 'Tools',
    markdown: sections(
      `# ${escapeText(title ?? name)}`,
      title !== undefined && `Tool ${codeSpan(name)}`,
      description && authorsMarkdown(description),
      hintsOf(tool),
      `## Arguments\n\n${membersOf(inputSchema) ?? 'None.'}`,
      hasTypes(inputSchema) && codeBlock('ts', schemaToTypeScript(inputSchema, 'Arguments')),
      outputSchema && `## Result\n\n${membersOf(outputSchema) ?? ''}`.trimEnd(),
      outputSchema && codeBlock('ts', schemaToTypeScript(outputSchema, 'Result')),
      `## Example\n\nThe params of a \`tools/call\`:\n\n${codeBlock('json', JSON.stringify(example, undefined, 2))}`,
    ),
  };
}

/** Lists only the given hints: for others, a client may assume anything. */
function hintsOf({ annotations = {}, task }: Tool): string | undefined {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  const hints = [
    readOnlyHint === true && 'It changes nothing.',
    destructiveHint === true && 'It may change or remove what is there.',
    destructiveHint === false && readOnlyHint !== true && 'It only adds.',
    idempotentHint === true && readOnlyHint !== true && 'To call it again changes nothing more.',
    openWorldHint === true && 'It reaches beyond this server.',
    task !== undefined && `It ${task === 'required' ? 'always runs' : 'can run'} as a task.`,
  ].filter((hint) => hint !== false);
  return hints.length === 0 ? undefined : hints.join(' ');
}

function promptPage({ name, title, description, arguments: parameters = [] }: Prompt): Page {
  const rows = parameters.map((parameter) => [
    codeSpan(parameter.name),
    parameter.required ? 'yes' : 'no',
    authorsLine(parameter.description ?? ''),
  ]);
  return {
    path: `prompts/${fileNameOf(name)}`,
    title: name,
    section: 'Prompts',
    markdown: sections(
      `# ${escapeText(title ?? name)}`,
      title !== undefined && `Prompt ${codeSpan(name)}`,
      description && authorsMarkdown(description),
      `## Arguments\n\n${rows.length === 0 ? 'None.' : table(['name', 'required', 'description'], rows)}`,
    ),
  };
}

function resourcesPage({ resources, resourceTemplates }: ComparableManifest): Page[] {
  if (resources.length + resourceTemplates.length === 0) return [];
  const rowOf = (address: string, it: (typeof resources | typeof resourceTemplates)[number]): string[] => [
    codeSpan(address),
    it.mimeType === undefined ? '' : codeSpan(it.mimeType),
    authorsLine(summaryOf(it)),
  ];
  const fixed = resources.map((it) => rowOf(it.uri, it));
  const templates = resourceTemplates.map((it) => rowOf(it.uriTemplate, it));
  const markdown = sections(
    '# Resources',
    fixed.length > 0 && table(['URI', 'type', 'what it holds'], fixed),
    templates.length > 0 && `## Templates\n\n${table(['URI template', 'type', 'what it holds'], templates)}`,
  );
  return [{ path: 'resources', title: 'Resources', section: 'More', markdown }];
}

function configurationPage({ classes = [] }: ComparableManifest): Page[] {
  const configured = classes.flatMap(({ name, description, configSchema }) => {
    if (!configSchema) return [];
    return sections(
      `## ${escapeText(name)}`,
      description && authorsMarkdown(description),
      membersOf(configSchema),
      codeBlock('ts', schemaToTypeScript(configSchema, 'Configuration')),
    );
  });
  if (configured.length === 0) return [];
  const markdown = sections('# Configuration', 'The members that its server gives it.', ...configured);
  return [{ path: 'configuration', title: 'Configuration', section: 'More', markdown }];
}

/** Writes a table of an object's own members; `undefined` if it has none. */
function membersOf({ properties, required }: JsonObject): string | undefined {
  if (!isJsonObject(properties) || Object.keys(properties).length === 0) return undefined;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const rows = Object.entries(properties).map(([name, schema]) => [
    codeSpan(name),
    codeSpan(summarizeType(schema)),
    needed.includes(name) ? 'yes' : 'no',
    authorsLine(describeMember(schema)),
  ]);
  return table(['name', 'type', 'required', 'description'], rows);
}

function describeMember(schema: unknown): string {
  const said = describeInline(schema);
  const usual = isJsonObject(schema) ? schema['default'] : undefined;
  return usual === undefined ? said : `${said}${said === '' ? '' : '. '}Default: \`${JSON.stringify(usual)}\``;
}

/** Returns whether the table leaves out the inner structure of a member. */
function hasTypes({ properties }: JsonObject): boolean {
  return isJsonObject(properties) && /object|\$ref/.test(JSON.stringify(Object.values(properties)));
}

function summaryOf({ title, description }: { readonly title?: string; readonly description?: string }): string {
  return (description ?? title ?? '').trim().split('\n', 1)[0] ?? '';
}

/** Returns a safe file name: MCP allows letters, digits and `_-./`, but other servers may use other characters. */
function fileNameOf(name: string): string {
  return name.replace(/[^\w.-]/g, (character) => `~${character.codePointAt(0)?.toString(16)}`).replace(/^\./, '~2e');
}

function sections(...parts: readonly (string | false | undefined)[]): string {
  return `${parts.filter((part) => typeof part === 'string' && part !== '').join('\n\n')}\n`;
}
