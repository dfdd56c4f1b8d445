/**
 * Edits the arguments of a tool as a form or as JSON. The reader can change between the two and keeps what is there.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { ComponentChildren, VNode } from 'preact';
import { useContext, useRef, useState } from 'preact/hooks';
import { useElementId } from '../element-id.js';
import { isObject, pretty } from '../json.js';
import { newReader, type Reader } from './field-frame.js';
import { ChecksContext, useProblem } from './form-checks.js';
import { isEmptyForm, SchemaForm } from './schema-form.js';
import { problemOfJson } from './text-controls.js';

interface ArgumentEditorProps {
  readonly schema: JsonObject;
  readonly reader: Reader;
  /** Renders both parts: the editor, and the button that changes between form and JSON. */
  readonly children: (editor: VNode, changer: VNode) => ComponentChildren;
}

export function ArgumentEditor({ schema, reader, children }: ArgumentEditorProps): VNode {
  const checks = useContext(ChecksContext);
  const place = useRef<HTMLDivElement>(null);
  const [isJson, setIsJson] = useState(false);
  const [initial, setInitial] = useState<JsonObject>({});
  const inner = useRef(newReader()).current;
  reader.read = () => inner.read();
  const change = (): void => {
    if (isJson && place.current && !checks.check(place.current)) return;
    const values = inner.read();
    setInitial(isObject(values) ? values : {});
    setIsJson(!isJson);
  };
  const editor = (
    <div class="editor" ref={place}>
      {isJson ? (
        <JsonEditor initial={initial} reader={inner} />
      ) : isEmptyForm(schema) ? (
        <p class="empty">It takes no arguments.</p>
      ) : (
        <SchemaForm schema={schema} initial={initial} reader={inner} />
      )}
    </div>
  );
  const changer = (
    <button type="button" class="quiet" onClick={change}>
      {isJson ? 'Back to the form' : 'Edit as JSON'}
    </button>
  );
  return <>{children(editor, changer)}</>;
}

function JsonEditor({ initial, reader }: { readonly initial: JsonObject; readonly reader: Reader }): VNode {
  const id = useElementId('field');
  const input = useRef<HTMLTextAreaElement>(null);
  const problem = useProblem(input);
  // The check of the form reports a text that is not JSON.
  reader.read = () => JSON.parse(input.current?.value.trim() || '{}') as JsonValue;
  return (
    <div class="field">
      <div class="field-head">
        <label for={id}>Arguments as JSON</label>
      </div>
      <textarea
        ref={input}
        id={id}
        class="json"
        rows={8}
        spellcheck={false}
        defaultValue={pretty(initial)}
        {...(problem ? { 'aria-invalid': 'true' as const } : {})}
        onInput={({ currentTarget }) => currentTarget.setCustomValidity(problemOfArguments(currentTarget.value))}
      />
      {problem && <p class="field-error">{problem}</p>}
    </div>
  );
}

function problemOfArguments(text: string): string {
  const problem = problemOfJson(text);
  if (problem !== '') return problem;
  return isObject(JSON.parse(text.trim() || '{}')) ? '' : 'This is not an object.';
}
