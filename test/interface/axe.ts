import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { App } from './launch.ts';

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; nodes: { target: unknown; failureSummary?: string }[] };

/**
 * Returns the violations that axe finds. Excludes the focus guards that Base UI puts around open elements: they are
 * hidden but focusable, to pass the focus on.
 * @param within the parts to check; by default the whole page
 * @param only the only rule to check
 * @param without a rule to skip
 */
export async function violations(
  { page }: App,
  { within, only, without }: Readonly<{ within?: string; only?: string | undefined; without?: string }> = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // With reduced motion, every transition takes 0.01 ms (base.css): until the next frame, the old colours apply.
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
  const found = await page.evaluate(
    ([parts, rule, left]) =>
      (window as unknown as { axe: { run: (place: object, options: object) => Promise<unknown> } }).axe.run(
        {
          exclude: [['[data-base-ui-focus-guard]']],
          ...(parts !== undefined && { include: [[parts]] }),
        },
        {
          resultTypes: ['violations'],
          ...(rule !== undefined && { runOnly: [rule] }),
          ...(left !== undefined && { rules: { [left]: { enabled: false } } }),
        },
      ) as Promise<{ violations: Violation[] }>,
    [within, only, without] as const,
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${String(target)} ${failureSummary ?? ''}`),
  );
}
