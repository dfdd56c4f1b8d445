import { readDocuments } from '@sigil/checks/documents';
import { describeProblem } from '@sigil/checks/problem';
import { afterAll, describe, expect, test } from 'vitest';
import { countFences, describeCounts } from '../src/fences/count-fences.ts';
import { readFences } from '../src/fences/read-fences.ts';
import { compareOutput } from '../src/running/compare-output.ts';
import { isRun, runPage } from '../src/running/run-page.ts';

const { fences } = readFences(readDocuments());
const pages = [...groupByDocument()].filter(([, shown]) => shown.some(isRun));

function groupByDocument(): Map<string, (typeof fences)[number][]> {
  const groups = new Map<string, (typeof fences)[number][]>();
  for (const fence of fences) groups.set(fence.document, [...(groups.get(fence.document) ?? []), fence]);
  return groups;
}

afterAll(() => {
  process.stdout.write(`${describeCounts(countFences(fences))}\n`);
});

describe('a shown output', () => {
  test.each([
    ['a…c\n…\nz', 'abc\nx\ny\nz\n', true],
    ['a', 'a  \n', true],
    ['a', 'b', false],
    ['a…c', 'a\nc', false],
    ['a.c', 'abc', false],
  ])('%j matches the printed output %j: %s', (shown, printed, isEqual) => {
    expect(compareOutput(shown, printed) === undefined).toBe(isEqual);
  });
});

describe('a page', () => {
  const runText = (text: string) => runPage(readFences([{ path: 'docs/x.md', text }]).fences);

  test('is rejected when a command fails or prints something else', async () => {
    expect(await runText('```sh run\nexit 3\n```')).toHaveLength(1);
    expect(await runText('```sh run\necho a\n```\n```text output\nb\n```')).toHaveLength(1);
    expect(await runText('```sh run\necho a\n```\n```text output\na\n```')).toEqual([]);
  });

  test.each(pages)('%s runs', async (_document, shown) => {
    expect((await runPage(shown)).map(describeProblem)).toEqual([]);
  });
});
