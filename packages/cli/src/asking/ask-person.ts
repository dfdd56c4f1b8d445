/**
 * Asks the person at the terminal a server's question: a form field by field, or a visit to a page.
 */
import * as clack from '@clack/prompts';
import type {
  ElicitRequestFormParams,
  ElicitRequestParams,
  ElicitRequestURLParams,
  ElicitResult,
} from '@modelcontextprotocol/client';
import { printable } from '../terminal/printable.js';
import type { Terminal } from '../terminal/terminal.js';
import { describeField, fieldsOf, findFieldProblem, type FormField } from './form-fields.js';
import { Dismissed, promptStreams, settled, type PromptStreams } from './prompts.js';

type Content = NonNullable<ElicitResult['content']>;
type Value = Content[string] | undefined;

/** @returns `cancel` when the person dismisses it */
export async function askPerson(question: ElicitRequestParams, terminal: Terminal): Promise<ElicitResult> {
  const streams = promptStreams(terminal);
  try {
    return await (question.mode === 'url' ? askForVisit(question, streams) : askForForm(question, streams));
  } catch (error) {
    if (error instanceof Dismissed) return { action: 'cancel' };
    throw error;
  }
}

async function askForVisit({ message, url }: ElicitRequestURLParams, streams: PromptStreams): Promise<ElicitResult> {
  // The whole address, so that the person sees where it leads: the server chose it.
  clack.note(`${printable(url)}\n\non ${hostOf(url)}`, 'The server asks you to visit', streams);
  const action = await settled(
    clack.select({
      message: printable(message),
      options: [
        { value: 'accept' as const, label: 'I will', hint: 'open the address yourself' },
        { value: 'decline' as const, label: 'Decline' },
      ],
      ...streams,
    }),
  );
  return { action };
}

async function askForForm(question: ElicitRequestFormParams, streams: PromptStreams): Promise<ElicitResult> {
  const fields = fieldsOf(question);
  const action = await settled(
    clack.select({
      message: printable(question.message),
      options: [
        { value: 'accept' as const, label: fields.length > 0 ? 'Answer' : 'Accept' },
        { value: 'decline' as const, label: 'Decline' },
      ],
      ...streams,
    }),
  );
  if (action === 'decline') return { action };
  const content: Content = {};
  for (const field of fields) {
    const value = await askField(field, streams);
    if (value !== undefined) content[field.name] = value;
  }
  return { action, content };
}

function askField(field: FormField, streams: PromptStreams): Promise<Value> {
  if (field.kind === 'choice') return askForOne(field, streams);
  if (field.kind === 'choices') return askForSeveral(field, streams);
  if (field.kind === 'boolean') return askForBoolean(field, streams);
  return askForText(field, streams);
}

async function askForOne(field: FormField, streams: PromptStreams): Promise<Value> {
  const { options, initial } = field;
  const chosen = await settled(
    clack.select({
      message: messageOf(field),
      options: [
        ...options.map(({ value, label }) => ({ value, label: printable(label) })),
        ...(field.isRequired ? [] : [leaveOut]),
      ],
      ...(typeof initial === 'string' ? { initialValue: initial } : {}),
      ...streams,
    }),
  );
  return chosen === leaveOut.value ? undefined : chosen;
}

async function askForSeveral(field: FormField, streams: PromptStreams): Promise<Value> {
  const { options, initial, schema } = field;
  const least = schema['minItems'];
  const chosen = await settled(
    clack.multiselect({
      message: messageOf(field),
      options: options.map(({ value, label }) => ({ value, label: printable(label) })),
      initialValues: Array.isArray(initial) ? initial.map(String) : [],
      required: field.isRequired && typeof least === 'number' && least > 0,
      ...streams,
    }),
  );
  return chosen.length > 0 || field.isRequired ? chosen : undefined;
}

async function askForBoolean(field: FormField, streams: PromptStreams): Promise<Value> {
  const options = [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ];
  const initial = field.initial === undefined ? undefined : String(field.initial);
  const chosen = await askForOne({ ...field, options, initial }, streams);
  return chosen === undefined ? undefined : chosen === 'true';
}

async function askForText(field: FormField, streams: PromptStreams): Promise<Value> {
  const text = await settled(
    clack.text({
      message: messageOf(field),
      placeholder: field.isRequired ? describeField(field) : `${describeField(field)}; leave it empty to send nothing`,
      ...(field.initial === undefined ? {} : { initialValue: String(field.initial) }),
      validate: (given) => findFieldProblem(field, readValue(field, given ?? '')),
      ...streams,
    }),
  );
  return readValue(field, text);
}

function readValue({ kind }: FormField, text: string): string | number | undefined {
  if (text === '') return undefined;
  return kind === 'text' ? text : Number(text);
}

/** An option whose value no form can have: its character is not valid in any schema of a form. */
const leaveOut = { value: '\u0000', label: 'Leave it out' };

function messageOf({ title, description }: FormField): string {
  return printable(description === '' ? title : `${title}: ${description}`);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an address that cannot be read';
}
