/**
 * Writes annotations that a GitHub workflow shows at lines of a change.
 *
 * Spec: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */

/** Where an annotation is shown, and its title. */
export interface AnnotationPlace {
  readonly title: string;
  /** Relative to the repository. */
  readonly file?: string;
  readonly line?: number;
  /** From 1. */
  readonly col?: number;
}

/** Escapes whatever would end the message or one of its properties. */
export function writeAnnotation(
  level: 'error' | 'warning' | 'notice',
  place: AnnotationPlace,
  message: string,
): string {
  const properties = Object.entries(place).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${level} ${properties.join(',')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
