// @ts-check
/**
 * The inside of a tool, a resource, a template or a prompt when it is opened: its description, its form, its schemas.
 */
import { buildArgumentEditor } from './argument-editor.js';
import { checkForm } from './check-form.js';
import { element, paragraphs } from './element.js';
import { isObject, listOf, textOf } from './json.js';
import { mirrorArguments } from './mcp-client.js';
import { buildRunner } from './request-runner.js';
import { buildForm } from './schema-form.js';
import { oneLine } from './simple-controls.js';
import { showSchema } from './schema-table.js';
import { showPrompt, showResource, showToolResult } from './show-content.js';
import { expandTemplate, variablesOf } from './uri-template.js';

/** @typedef {import('./json.js').JsonObject} JsonObject */
/** @typedef {import('./mcp-client.js').ServerAddress} ServerAddress */
/** @typedef {import('./request-runner.js').Running} Running */

/**
 * @param {JsonObject} tool
 * @param {ServerAddress} server
 * @returns {HTMLElement[]}
 */
export function buildToolPanel(tool, server) {
  const name = textOf(tool['name']) ?? '';
  const inputSchema = isObject(tool['inputSchema']) ? tool['inputSchema'] : {};
  const editor = buildArgumentEditor(inputSchema);
  const form = buildRunForm(server, editor.element, {
    label: 'Run',
    aside: editor.turner,
    prepare: () => {
      const values = editor.read();
      const headers = values && mirrorArguments(inputSchema, values);
      return values && { method: 'tools/call', name, params: { name, arguments: values }, ...(headers && { headers }) };
    },
    show: (result) => showToolResult(result, (uri) => readBeside(form, server, uri)),
  });
  const outputSchema = isObject(tool['outputSchema']) ? tool['outputSchema'] : undefined;
  const schemas = [showSchema('Input schema', inputSchema), outputSchema && showSchema('Output schema', outputSchema)];
  return [...describe(tool), form, element('div', { class: 'schemas' }, ...schemas)];
}

/**
 * @param {JsonObject} resource
 * @param {ServerAddress} server
 * @returns {HTMLElement[]}
 */
export function buildResourcePanel(resource, server) {
  const uri = textOf(resource['uri']) ?? '';
  return [
    ...describe(resource),
    buildRunForm(
      server,
      undefined,
      readingOf(() => uri),
    ),
  ];
}

/**
 * @param {JsonObject} template
 * @param {ServerAddress} server
 * @returns {HTMLElement[]}
 */
export function buildTemplatePanel(template, server) {
  const uriTemplate = textOf(template['uriTemplate']) ?? '';
  const fields = buildForm(
    schemaOfTexts(variablesOf(uriTemplate).map((variable) => ({ ...variable, [oneLine]: true }))),
    {},
  );
  const uri = () => (checkForm(fields.element) ? expandTemplate(uriTemplate, fields.read()) : undefined);
  return [...describe(template), buildRunForm(server, fields.element, readingOf(uri))];
}

/**
 * @param {JsonObject} prompt
 * @param {ServerAddress} server
 * @returns {HTMLElement[]}
 */
export function buildPromptPanel(prompt, server) {
  const name = textOf(prompt['name']) ?? '';
  const fields = buildForm(schemaOfTexts(listOf(prompt['arguments']).filter(isObject)), {});
  const form = buildRunForm(server, fields.element, {
    label: 'Get',
    prepare: () =>
      checkForm(fields.element)
        ? { method: 'prompts/get', name, params: { name, arguments: fields.read() } }
        : undefined,
    show: (result) => showPrompt(result, (uri) => readBeside(form, server, uri)),
  });
  return [...describe(prompt), form];
}

/** @param {() => string | undefined} uriOf @returns {Running} */
function readingOf(uriOf) {
  return {
    label: 'Read',
    prepare: () => {
      const uri = uriOf();
      return uri === undefined ? undefined : { method: 'resources/read', name: uri, params: { uri } };
    },
    show: showResource,
  };
}

/**
 * A form that runs, and below it what came of that: the server's questions are forms too, which cannot stand in another.
 *
 * @param {ServerAddress} server
 * @param {HTMLElement | undefined} fields
 * @param {Running} running
 */
function buildRunForm(server, fields, running) {
  const runner = buildRunner(server, running);
  const form = element('form', {}, fields, runner.actions);
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void runner.run();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void runner.run();
  });
  return element('div', { class: 'run' }, form, runner.report);
}

/**
 * Reads a resource that an answer links to, below that answer.
 *
 * @param {HTMLElement} run
 * @param {ServerAddress} server
 * @param {string} uri
 */
function readBeside(run, server, uri) {
  const reading = buildRunForm(
    server,
    undefined,
    readingOf(() => uri),
  );
  run.querySelector('.linked')?.remove();
  run.append(element('div', { class: 'linked' }, element('h3', {}, uri), reading));
  reading.querySelector('form')?.requestSubmit();
}

/** @param {JsonObject} component */
function describe(component) {
  const title = textOf(component['title']);
  const text = textOf(component['description']);
  return [
    ...(title === undefined ? [] : [element('p', { class: 'component-title' }, title)]),
    ...(text === undefined ? [] : [element('div', { class: 'prose' }, ...paragraphs(text))]),
  ];
}

/**
 * The schema of named texts: what prompts and templates take.
 *
 * @param {readonly JsonObject[]} members
 * @returns {JsonObject}
 */
function schemaOfTexts(members) {
  const properties = members.map(({ name, required: _required, ...told }) => [
    textOf(name) ?? '',
    { type: 'string', ...told },
  ]);
  const required = members.filter((member) => member['required'] === true).map(({ name }) => name ?? '');
  return { type: 'object', properties: Object.fromEntries(properties), required };
}
