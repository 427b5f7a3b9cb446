import type { ExportJob } from '../../store/exports.ts';
import type { Check } from '../verify/verify.ts';
import { withFindings } from './selector-findings.ts';

/** A check that also says which rules of a folder's host nothing follows: readers may miss where they lead. */
export function withConditionalRules(check: Check, { site }: ExportJob): Check {
  const rules = site?.kind === 'folder' ? (site.conditionalRules ?? []) : [];
  return withFindings(
    check,
    'Host rules that depend on more than the address',
    rules.map((rule) => `${rule} depends on more than the address, so the bundle cannot follow it.`),
  );
}
