/**
 * The inside of a tool, a resource, a template or a prompt: its description, the form that tries it, and its schemas.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { FunctionComponent, VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ArgumentEditor } from '../form/argument-editor.js';
import type { Reader } from '../form/field-frame.js';
import { newReader } from '../form/field-frame.js';
import { SchemaForm } from '../form/schema-form.js';
import { isObject, listOf, objectOf, textOf } from '../json.js';
import { Paragraphs } from '../prose.js';
import { PromptAnswer, ResourceAnswer, ToolAnswer } from '../results/answer.js';
import { SchemaBlock } from '../results/schema-block.js';
import { ReadForm, RunForm } from '../run/run-form.js';
import type { ServerAddress } from '../run/send-request.js';
import { expandTemplate, listVariables } from '../run/uri-template.js';
import { oneLine, suggestions } from '../schema/read-field.js';
import { viewUriOf } from '../views/tool-view.js';
import { useFollowedCall, ViewSlot, type FollowedCall } from '../views/view-slot.js';
import type { ViewSupport } from '../views/view-support.js';

/** The properties of a panel. */
export interface PanelProps {
  /** The component as clients list it. */
  readonly definition: JsonObject;
  readonly server: ServerAddress;
  readonly views: ViewSupport;
}

function ToolPanel({ definition, server, views }: PanelProps): VNode {
  const uri = viewUriOf(definition);
  const followed = useFollowedCall();
  const form = <ToolForm definition={definition} server={server} followed={followed} />;
  const inputSchema = objectOf(definition['inputSchema']);
  const outputSchema = definition['outputSchema'];
  return (
    <>
      <Description definition={definition} />
      {uri === undefined ? (
        form
      ) : (
        <div class="with-view">
          {form}
          <ViewSlot server={server} support={views} uri={uri} tool={definition} followed={followed} />
        </div>
      )}
      <div class="schemas">
        <SchemaBlock title="Input schema" schema={inputSchema} />
        {isObject(outputSchema) && <SchemaBlock title="Output schema" schema={outputSchema} />}
      </div>
    </>
  );
}

interface ToolFormProps extends Omit<PanelProps, 'views'> {
  readonly followed: FollowedCall;
}

function ToolForm({ definition, server, followed }: ToolFormProps): VNode {
  const reader = useRef<Reader>(newReader()).current;
  const edit = (): void => {
    const input = readArguments(reader);
    if (input) followed.onEdit(input);
  };
  return (
    <div onInput={edit} onChange={edit}>
      <ArgumentEditor schema={objectOf(definition['inputSchema'])} reader={reader}>
        {(editor, changer) => (
          <RunForm
            server={server}
            label="Run"
            aside={changer}
            prepare={() => ({ method: 'tools/call', tool: definition, args: objectOf(reader.read()) })}
            answer={(result, onRead) => <ToolAnswer result={result} onRead={onRead} />}
            onStart={followed.onStart}
            onEnd={followed.onEnd}
          >
            {editor}
          </RunForm>
        )}
      </ArgumentEditor>
    </div>
  );
}

/** @returns `undefined` while a text is not valid JSON */
function readArguments(reader: Reader): JsonObject | undefined {
  try {
    return objectOf(reader.read());
  } catch {
    // The form says so when it is run.
    return undefined;
  }
}

function ResourcePanel({ definition, server }: PanelProps): VNode {
  return (
    <>
      <Description definition={definition} />
      <ReadForm server={server} uri={textOf(definition['uri']) ?? ''} />
    </>
  );
}

function TemplatePanel({ definition, server }: PanelProps): VNode {
  const reader = useRef<Reader>(newReader()).current;
  const template = textOf(definition['uriTemplate']) ?? '';
  const variables = useMemo(() => listVariables(template).map((it) => ({ ...it, [oneLine]: true })), [template]);
  const schema = useTextsSchema(server, { resourceTemplate: template }, variables);
  return (
    <>
      <Description definition={definition} />
      {schema && (
        <RunForm
          server={server}
          label="Read"
          prepare={() => ({
            method: 'resources/read',
            params: { uri: expandTemplate(template, objectOf(reader.read())) },
          })}
          answer={(result) => <ResourceAnswer result={result} />}
        >
          <SchemaForm schema={schema} reader={reader} />
        </RunForm>
      )}
    </>
  );
}

function PromptPanel({ definition, server }: PanelProps): VNode {
  const reader = useRef<Reader>(newReader()).current;
  const name = textOf(definition['name']) ?? '';
  const members = useMemo(() => listOf(definition['arguments']).filter(isObject), [definition]);
  const schema = useTextsSchema(server, { prompt: name }, members);
  return (
    <>
      <Description definition={definition} />
      {schema && (
        <RunForm
          server={server}
          label="Get"
          prepare={() => ({ method: 'prompts/get', params: { name, arguments: objectOf(reader.read()) } })}
          answer={(result, onRead) => <PromptAnswer result={result} onRead={onRead} />}
        >
          <SchemaForm schema={schema} reader={reader} />
        </RunForm>
      )}
    </>
  );
}

/** The panels by the kind of component, and the member of the definitions that lists them. */
export const panels: Readonly<
  Record<string, { readonly list: string; readonly key: string; readonly Panel: FunctionComponent<PanelProps> }>
> = {
  tool: { list: 'tools', key: 'name', Panel: ToolPanel },
  resource: { list: 'resources', key: 'uri', Panel: ResourcePanel },
  template: { list: 'resourceTemplates', key: 'uriTemplate', Panel: TemplatePanel },
  prompt: { list: 'prompts', key: 'name', Panel: PromptPanel },
};

function Description({ definition }: { readonly definition: JsonObject }): VNode {
  const title = textOf(definition['title']);
  const text = textOf(definition['description']);
  return (
    <>
      {title !== undefined && <p class="component-title">{title}</p>}
      {text !== undefined && <Paragraphs text={text} />}
    </>
  );
}

/**
 * Returns the schema of named texts: the arguments of prompts and templates, with the values that the server offers for them.
 *
 * @returns `undefined` until the server has answered
 */
function useTextsSchema(
  server: ServerAddress,
  of: { readonly prompt: string } | { readonly resourceTemplate: string },
  members: readonly JsonObject[],
): JsonObject | undefined {
  const [offered, setOffered] = useState<ReadonlyMap<string, readonly string[]>>();
  const names = members.map(({ name }) => textOf(name) ?? '');
  useEffect(() => {
    const read = async (): Promise<void> => {
      const { readSuggestions } = await import('../run/send-request.js');
      setOffered(await readSuggestions(server, of, names));
    };
    // Then the reader types the values.
    read().catch(() => setOffered(new Map()));
  }, []);
  return useMemo(() => {
    if (!offered) return undefined;
    const properties = members.map(({ name, required: _required, ...more }): [string, JsonValue] => {
      const values = offered.get(textOf(name) ?? '') ?? [];
      return [textOf(name) ?? '', { type: 'string', ...more, ...(values.length > 0 ? { [suggestions]: values } : {}) }];
    });
    const required = members.filter((member) => member['required'] === true).map(({ name }) => name ?? '');
    return { type: 'object', properties: Object.fromEntries(properties), required };
  }, [offered, members]);
}
