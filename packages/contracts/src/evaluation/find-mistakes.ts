/**
 * Runs every static rule over the tools of one list.
 */
import {
  checkAnnotations,
  checkContradictions,
  checkMissing,
  checkPlaceholders,
  checkRepeated,
} from './check-descriptions.js';
import { checkNearNames, checkOverlaps, checkSameDescriptions } from './check-names.js';
import {
  checkEnumerations,
  checkRepeating,
  checkSameTexts,
  checkTypes,
  checkUndescribed,
  checkUnfinished,
  checkUnits,
} from './check-parameters.js';
import { checkDefinitionSize, checkResultSize } from './check-sizes.js';
import type { EvaluatedTool, EvaluationCheck, EvaluationFinding } from './evaluated-tool.js';
import { evaluationRules, type EvaluationRuleId } from './evaluation-rules.data.js';

const checks: Readonly<Record<EvaluationRuleId, readonly EvaluationCheck[]>> = {
  'no-description': [checkMissing],
  'repeated-name': [checkRepeated],
  'unfinished-text': [checkPlaceholders, checkUnfinished],
  'near-names': [checkNearNames],
  'overlapping-tools': [checkOverlaps],
  'same-description': [checkSameDescriptions],
  'contradicting-annotations': [checkAnnotations],
  'contradicting-words': [checkContradictions],
  'undescribed-parameter': [checkUndescribed],
  'repeated-parameter-name': [checkRepeating],
  'same-parameter-texts': [checkSameTexts],
  'unexplained-values': [checkEnumerations],
  'missing-unit': [checkUnits],
  'differing-types': [checkTypes],
  'large-definition': [checkDefinitionSize],
  'large-result': [checkResultSize],
};

/** Returns the findings in the order of the list of tools; those of one tool in the order of the rules. Runs nothing and needs no model. */
export function findMistakes(tools: readonly EvaluatedTool[]): EvaluationFinding[] {
  const findings = (Object.keys(checks) as EvaluationRuleId[]).flatMap((rule) =>
    // Sound: the keys are those of the table.
    checks[rule].flatMap((check) =>
      check(tools).map((found): EvaluationFinding => ({ ...found, rule, level: evaluationRules[rule].level })),
    ),
  );
  const order = new Map(tools.map(({ name }, at) => [name, at]));
  const placeOf = ({ tools: [first = ''] }: EvaluationFinding): number => order.get(first) ?? 0;
  return findings.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Writes the subject of a finding: `tool "a", parameter "b"`. */
export function subjectOf({ tools, parameter }: EvaluationFinding): string {
  const names = tools.map((name) => `"${name}"`).join(' and ');
  const subject = `${tools.length === 1 ? 'tool' : 'tools'} ${names}`;
  return parameter === undefined ? subject : `${subject}, parameter "${parameter}"`;
}
