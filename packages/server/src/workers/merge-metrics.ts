/**
 * Merges the metrics of several workers into one text: each family once, each sample with the label of its worker.
 *
 * Knows both formats of Prometheus, and nothing of what the numbers mean.
 */

/** The metrics of one worker in its own text. */
export interface WorkerMetrics {
  readonly number: number;
  readonly text: string;
}

interface Family {
  readonly head: readonly string[];
  readonly samples: string[];
}

const end = '# EOF';

/** @param all sorted by worker number */
export function mergeMetrics(all: readonly WorkerMetrics[]): string {
  const families = new Map<string, Family>();
  let hasEnd = false;
  for (const { number, text } of all) {
    let samples: string[] = [];
    for (const line of text.split('\n')) {
      if (line === end) hasEnd = true;
      else if (line.startsWith('#')) samples = openFamily(families, line);
      else if (line !== '') samples.push(labelled(line, number));
    }
  }
  const lines = [...families.values()].flatMap(({ head, samples }) => [...head, ...samples]);
  return `${[...lines, ...(hasEnd ? [end] : [])].join('\n')}\n`;
}

/** @param line `# HELP name …`, `# TYPE name …` or `# UNIT name …` @returns the list for the samples of the family */
function openFamily(families: Map<string, Family>, line: string): string[] {
  const name = line.split(' ', 3)[2] ?? '';
  const known = families.get(name) ?? { head: [], samples: [] };
  const head = known.head.includes(line) ? known.head : [...known.head, line];
  families.set(name, { ...known, head });
  return known.samples;
}

function labelled(sample: string, worker: number): string {
  const [, name = '', brace = ''] = /^([A-Za-z_:][\w:]*)(\{)?/.exec(sample) ?? [];
  const label = `worker="${worker}"`;
  const rest = sample.slice(name.length + brace.length);
  return brace ? `${name}{${label},${rest}` : `${name}{${label}}${rest}`;
}
