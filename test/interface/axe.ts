import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { App } from './launch.ts';

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; nodes: { target: unknown; failureSummary?: string }[] };

/**
 * What axe finds. Left out are the guards that Base UI puts around what is open: they are hidden and take the focus, in
 * order to hand it on.
 * @param within the parts to look at; left out: the whole page
 * @param only the one rule to look with
 * @param without the one rule to leave out
 */
export async function violations(
  { page }: App,
  { within, only, without }: Readonly<{ within?: string; only?: string | undefined; without?: string }> = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Where little motion is wanted, everything moves for 0.01 ms (base.css): until the next frame, colours are those before.
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
