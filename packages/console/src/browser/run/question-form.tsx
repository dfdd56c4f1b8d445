/**
 * A question of the server in the middle of a call: a form, a visit to another page, or a message in place of a language model.
 *
 * Spec: 2026-07-28 client/elicitation, client/sampling
 */
import type { JsonObject } from '@sigil/core';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Reader } from '../form/field-frame.js';
import { ChecksContext, FormChecks } from '../form/form-checks.js';
import { newReader } from '../form/field-frame.js';
import { SchemaForm } from '../form/schema-form.js';
import { isObject, listOf, objectOf, textOf } from '../json.js';
import { oneLine } from '../schema/read-field.js';
import type { Question } from './send-request.js';

/** A question with the functions that end it. */
export interface OpenQuestion extends Question {
  readonly id: number;
  readonly reply: (answer: JsonObject) => void;
  /** Gives the call up. */
  readonly refuse: (error: Error) => void;
}

/** Shows a question of the reader's own call, and takes the focus to it. Give each question its own `key`. */
export function FocusedQuestion({ question }: { readonly question: OpenQuestion }): VNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('input, textarea, select, button')?.focus(), []);
  return (
    <div ref={place}>
      <QuestionForm question={question} />
    </div>
  );
}

/** Shows a question where it is, without the focus: a view could otherwise make the reader's next key press answer it. */
export function QuestionForm({ question }: { readonly question: OpenQuestion }): VNode {
  if (question.kind === 'sample') return <SamplingQuestion question={question} />;
  return question.params['mode'] === 'url' ? (
    <VisitQuestion question={question} />
  ) : (
    <FormQuestion question={question} />
  );
}

interface QuestionFrameProps {
  readonly label: string;
  readonly onAccept: () => void;
  readonly onDecline: () => void;
  readonly children: ComponentChildren;
}

function QuestionFrame({ label, onAccept, onDecline, children }: QuestionFrameProps): VNode {
  const checks = useMemo(() => new FormChecks(), []);
  return (
    <form
      class="question"
      aria-label="The server asks"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (checks.check(event.currentTarget)) onAccept();
      }}
    >
      <ChecksContext.Provider value={checks}>{children}</ChecksContext.Provider>
      <div class="actions">
        <button type="submit" class="primary">
          {label}
        </button>
        <button type="button" onClick={onDecline}>
          Decline
        </button>
      </div>
    </form>
  );
}

function FormQuestion({ question: { params, reply } }: { readonly question: OpenQuestion }): VNode {
  const reader = useRef<Reader>(newReader()).current;
  const schema = useMemo(() => withLines(objectOf(params['requestedSchema'])), [params]);
  return (
    <QuestionFrame
      label="Answer"
      onAccept={() => reply({ action: 'accept', content: objectOf(reader.read()) })}
      onDecline={() => reply({ action: 'decline' })}
    >
      <p class="question-message">{textOf(params['message'])}</p>
      <SchemaForm schema={schema} reader={reader} />
    </QuestionFrame>
  );
}

/** Answers are short, so that Enter sends them. */
function withLines(schema: JsonObject): JsonObject {
  const properties = Object.entries(objectOf(schema['properties']));
  const lines = properties.map(([name, property]) => [
    name,
    isObject(property) ? { ...property, [oneLine]: true } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(lines) as JsonObject };
}

/** Shows the whole address as text: the server chose it, and the reader decides whether to open it. */
function VisitQuestion({ question: { params, reply, refuse } }: { readonly question: OpenQuestion }): VNode {
  const url = textOf(params['url']) ?? '';
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  useEffect(() => {
    if (!isWeb) refuse(new Error('The server asks for a visit to an address that is none of the web.'));
  }, [isWeb, refuse]);
  if (!isWeb) return <></>;
  return (
    <QuestionFrame
      label="I will visit it"
      onAccept={() => reply({ action: 'accept' })}
      onDecline={() => reply({ action: 'decline' })}
    >
      <p class="question-message">{textOf(params['message'])}</p>
      <div class="fields">
        <code>{url}</code>
        <a href={url} target="_blank" rel="noopener noreferrer">{`Open ${new URL(url).host}`}</a>
      </div>
    </QuestionFrame>
  );
}

const answerSchema = {
  type: 'object',
  properties: { answer: { type: 'string', title: 'Answer as the model' } },
  required: ['answer'],
};

function SamplingQuestion({ question: { params, reply, refuse } }: { readonly question: OpenQuestion }): VNode {
  const reader = useRef<Reader>(newReader()).current;
  const system = textOf(params['systemPrompt']);
  const messages = listOf(params['messages']).filter(isObject).map(describeMessage);
  const lines = [...(system === undefined ? [] : [`system: ${system}`]), ...messages];
  const accept = (): void => {
    const text = textOf(objectOf(reader.read())['answer']) ?? '';
    const content = { type: 'text', text };
    reply({ role: 'assistant', content, model: 'sigil-console', stopReason: 'endTurn' });
  };
  return (
    <QuestionFrame
      label="Answer"
      onAccept={accept}
      onDecline={() => refuse(new Error('You did not answer in place of the model, so the call was given up.'))}
    >
      <p class="question-message">The tool asks a language model. You answer in its place.</p>
      {lines.map((line, index) => (
        <p class="message" key={index}>
          {line}
        </p>
      ))}
      <SchemaForm schema={answerSchema} reader={reader} />
    </QuestionFrame>
  );
}

function describeMessage({ role, content }: JsonObject): string {
  const blocks = (Array.isArray(content) ? listOf(content) : [content ?? null]).filter(isObject);
  const texts = blocks.map((block) => textOf(block['text']) ?? `[${textOf(block['type']) ?? 'content'}]`);
  return `${textOf(role) ?? ''}: ${texts.join(' ')}`;
}
