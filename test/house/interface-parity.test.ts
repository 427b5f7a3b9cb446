import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { availability } from '../../renderer/exports/availability.ts';
import { en } from '../../renderer/messages/en.ts';
import { BUNDLED } from '../../scripts/shipped-packages.ts';
import { auditActions } from '../../server/api/audit-of-call.ts';
import { availability as held } from '../../server/exports/features/feature-policy.ts';

it('shows the availability of features that the server holds to', () => {
  expect(availability).toEqual(held);
});

it('has a text for each action of the audit log', () => {
  const told = Object.keys(en).flatMap((id) => /^audit\.action\.(.+)$/.exec(id)?.[1] ?? []);
  expect(told.sort()).toEqual(auditActions);
});

it('names every package that is built into the interface, so that its licence is looked at', () => {
  const sources = fs
    .readdirSync('renderer', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^dist/.test(name))
    .map((name) => fs.readFileSync(path.join('renderer', name), 'utf8'));
  const imported = sources.flatMap((source) =>
    [...source.matchAll(/(?:from |import\()'((?:@[\w-]+\/)?[a-z][\w.:-]*)/g)].map((match) => match[1] ?? ''),
  );
  const packages = new Set(imported.filter((name) => name !== 'vitest' && !name.startsWith('virtual:')));
  expect([...packages].sort()).toEqual(BUNDLED.filter((name) => name !== 'react-dom' || packages.has(name)));
});
