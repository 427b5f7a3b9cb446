import type { ExportJob } from '../../store/exports.ts';
import type { Check } from '../verify/verify.ts';
import { withFindings } from './selector-findings.ts';

/** Adds findings for rules of a folder's host that the bundle cannot follow: readers may miss their targets. */
export function withConditionalRules(check: Check, { site }: ExportJob): Check {
  const rules = site?.kind === 'folder' ? (site.conditionalRules ?? []) : [];
  return withFindings(
    check,
    'Host rules that depend on more than the address',
    rules.map((rule) => `${rule} depends on more than the address, so the bundle cannot follow it.`),
  );
}
