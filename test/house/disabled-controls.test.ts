import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/**
 * All disabled controls of the interface, and where each is explained. A button whose action is running has `isBusy`
 * instead; a form's button is not disabled, and the form lists what is missing below its fields
 * (renderer/ui/use-needed.ts).
 */
const SAID: readonly (readonly [file: string, when: string, why: string])[] = [
  ['agent/agent-overview.tsx', 'waitSeconds > 0', 'above it (RateNote)'],
  ['agent/change-preview.tsx', '!isHere', 'in the text above'],
  ['agent/new-agent-job-dialog.tsx', 'waitSeconds > 0', 'above it (RateNote)'],
  ['agent/new-agent-job-dialog.tsx', '', 'the choice that stands for none'],
  ['compare/compare-page.tsx', 'count === 0', 'in its title'],
  ['hosting/site-card.tsx', '!canRollBack', 'in its title'],
  ['projects/preview-section.tsx', '!isHere', 'in the notice above'],
  ['publications/rollback-dialog.tsx', 'release.version === state.current', 'in its hint'],
  ['publications/target-field.tsx', 'drive.isReadOnly', 'in its hint'],
  ['settings/integrations.tsx', 'dropsToken', 'in the hint of the field'],
  ['ui/schema-fields.tsx', 'fixed[name] !== undefined', 'below the field'],
  ['diagnostics/backup-panel.tsx', 'differs', 'under the field'],
];

it('disables nothing without saying why', () => {
  const found = fs
    .readdirSync('renderer', { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => name.endsWith('.tsx') && !name.startsWith('dist') && name !== path.join('ui', 'controls.tsx'),
    )
    .flatMap((name) =>
      [
        ...fs
          .readFileSync(path.join('renderer', name), 'utf8')
          .matchAll(/\sdisabled(?:=\{(.*?)\})?(?=[\s>])/g),
      ].map(([, when = '']) => `${name.split(path.sep).join('/')}: ${when}`),
    );
  expect(found.sort()).toEqual(SAID.map(([file, when]) => `${file}: ${when}`).sort());
});
