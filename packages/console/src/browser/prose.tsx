/**
 * Descriptions as doc comments write them: paragraphs, and code in backticks. Their text never becomes markup.
 */
import type { VNode } from 'preact';

/** A line with its code. */
export function InlineText({ text }: { readonly text: string }): VNode {
  const parts = text.split(/`([^`\n]+)`/);
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}

/** A text of several paragraphs. */
export function Paragraphs({ text }: { readonly text: string }): VNode {
  return (
    <div class="prose">
      {text.split(/\n{2,}/).map((paragraph, index) => (
        <p key={index}>
          <InlineText text={paragraph} />
        </p>
      ))}
    </div>
  );
}
