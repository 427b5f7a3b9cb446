import type { Store } from '../../store/database.ts';
import { listEvents } from '../../store/events.ts';
import type { ExportJob } from '../../store/exports.ts';
import { remarkedPages } from '../../store/layouts.ts';
import type { Frontier } from '../../store/resources.ts';
import type { Cause } from '../verify/cause-counts.ts';
import type { Check } from '../verify/verify.ts';

/** Adds findings for selectors in the settings that had no effect: their authors expect them to have one. */
export function withSelectorFindings(check: Check, store: Store, job: ExportJob, frontier: Frontier): Check {
  const found = selectorFindings(store, job, frontier);
  return withFindings(check, 'Selectors in the settings had no effect', found);
}

/** Adds findings that share one cause. */
export function withFindings(check: Check, what: string, found: readonly string[]): Check {
  if (found.length === 0) return check;
  const findings = [...check.findings, ...found];
  const cause: Cause = { severity: 'finding', cause: what, count: found.length, example: found[0] ?? '' };
  const causes = [...check.causes, cause];
  if (check.verdict === 'failed') return { ...check, findings, causes };
  return { ...check, causes, verdict: 'findings', findings, summary: `${check.summary} ${found.join(' ')}` };
}

function selectorFindings(store: Store, { id, settings }: ExportJob, frontier: Frontier): string[] {
  const { hideSelectors, readySelector } = settings;
  const named = [
    ...hideSelectors.map((selector) => ['hideSelectors', selector] as const),
    ...(readySelector === '' ? [] : [['readySelector', readySelector] as const]),
  ];
  if (named.length === 0) return [];
  const matched = new Set(
    listEvents(store, id, 0, EVENTS_MAX)
      .filter(({ kind }) => kind === 'selector-matched')
      .map(({ detail }) => (detail as { selector: string }).selector),
  );
  const remarks = remarkedPages(store, id);
  const isRendered = hasRendered(frontier);
  return named.flatMap(([setting, selector]) => {
    if (matched.has(selector)) return [];
    if (!isRendered) {
      return `${setting} ${selector} had no effect: no page was rendered in a browser. Set the render setting to "always".`;
    }
    return remarks.some(({ reason }) => reason.includes(`bad-selector: ${selector}.`))
      ? `${setting} ${selector} had no effect: it is not a valid CSS selector. Check it and export again.`
      : `${setting} ${selector} had no effect: nothing on the rendered pages matches it. Change or remove it.`;
  });
}

/** A job has few events other than those of its selectors. */
const EVENTS_MAX = 100_000;

function hasRendered(frontier: Frontier): boolean {
  for (const { renderMode } of frontier.all({ status: 'done', kind: 'page' }))
    if (renderMode === 'rendered') return true;
  return false;
}
