/**
 * Writes a prompt as a method.
 */
import { SyntaxKind } from 'ts-morph';
import { bare, returnsOf } from '../handlers/returns.js';
import type { PromptComponent } from '../model.js';
import { quoted } from '../schemas/tags.js';
import { jsonOf, memberOf } from '../source/static-value.js';
import { editedText, replaceNode } from '../source/text-edits.js';
import type { ClassWriting } from './class-writing.js';
import { writeCompletion } from './completion-method.js';
import { prepare } from './handler-arguments.js';
import { bodyText, calledText, handlerOf, indented, onlyMember } from './handler-text.js';
import { replaceTexts, returnMember } from './return-edits.js';
import { described, methodName, optionsText } from './method-heads.js';

/** Writes a prompt. @throws Untranslated */
export function writePrompt(writing: ClassWriting, prompt: PromptComponent): string {
  const { fn, isInline } = handlerOf(prompt);
  const method = methodName(writing, prompt.method ?? prompt.name);
  const { comment, options } = described(prompt, method);
  const hasArguments =
    prompt.input !== undefined ||
    prompt.dialect === 'fastmcp' ||
    prompt.dialect === 'nest' ||
    prompt.dialect === 'xmcp';
  const prepared = prepare(writing, prompt, { fn, isInline, method, contextIndex: hasArguments ? 1 : 0 });
  for (const { value } of fn ? returnsOf(fn) : []) {
    const literal = value && bare(value);
    const description = literal && memberOf(literal, 'description');
    if (description && jsonOf(description) !== prompt.description)
      writing.report(description, {
        message: 'the description of the result is not sent',
        severity: 'warning',
        name: prompt.name,
        construct: 'description',
      });
  }
  if (prompt.description !== undefined && prompt.dialect !== 'fastmcp')
    writing.report(prompt.at, {
      message: 'the answer of `prompts/get` has the description of the prompt too',
      severity: 'note',
      name: prompt.name,
      construct: 'description',
    });
  writing.core.add('Prompt').add('PromptMessage');
  const before = [...(prompt.lead ?? []), ...prepared.before].map((line) => `${line}\n`).join('');
  const edits = prepared.uses?.edits ?? [];
  const role = quoted(prompt.role ?? 'user');
  const members =
    !fn || !isInline
      ? undefined
      : prompt.dialect === 'nest'
        ? returnMember(fn, 'messages', edits)
        : prompt.dialect === 'xmcp'
          ? replaceTexts(fn, (text) => `[{ role: ${role}, content: { type: 'text', text: ${text} } }]`, edits)
          : undefined;
  const messages = isInline && fn ? onlyMember(fn, 'messages') : undefined;
  const literal = messages?.getFirstAncestorByKind(SyntaxKind.ObjectLiteralExpression);
  const direct =
    fn && members
      ? before + bodyText(fn, [...members, ...edits])
      : fn && messages && literal
        ? before + bodyText(fn, [replaceNode(literal, editedText(messages, edits)), ...edits])
        : undefined;
  const helper = prompt.dialect === 'xmcp' ? 'xmcpMessagesOf' : 'messagesOf';
  const after = prompt.dialect === 'xmcp' ? `, ${role}` : '';
  if (direct === undefined) writing.helpers.add(helper);
  const own = fn && isInline ? `const write = async () => {\n${indented(bodyText(fn, edits), 2)}};\n` : '';
  const called = own === '' ? calledText(prompt, prepared.given) : 'write()';
  const body = direct ?? `${before}${own}return ${helper}(await ${called}${after});\n`;
  const decorator = `  @Prompt(${optionsText(options)})\n`;
  const main = `${comment}${decorator}  async ${method}(${prepared.parameters.join(', ')}): Promise<PromptMessage[]> {\n${indented(body)}  }\n`;
  const completions = prompt.completions.map((completion) => writeCompletion(writing, prompt.name, completion));
  return [main, ...completions].join('\n');
}
