import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { locateTestChromium } from '../../server/exports/chromium/chromium.test-support.ts';
import { differences, exportWithKills, type Kind, type Outcome, type Phase } from '../browser-kills.ts';
import { dataFolder, whyNoProcessTable } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';

const SITE = path.join(import.meta.dirname, 'fixtures/interactive');
const ARGS = ['--render', 'always', '--sample-min', '1', '--sample-max', '1'];
/** Each kind once, each phase twice, two per export; the matrix covers all pairs. */
const DEATHS: readonly (readonly Readonly<{ kind: Kind; phase: Phase }>[])[] = [
  [
    { kind: 'browser', phase: 'render' },
    { kind: 'renderer', phase: 'verify' },
  ],
  [
    { kind: 'renderer', phase: 'render' },
    { kind: 'browser', phase: 'verify' },
  ],
];
/** A process may have ended, or not started yet, when it is to be killed. */
const TRIES = 4;

const why =
  whyNoProcessTable() ??
  (await locateTestChromium().then(
    () => undefined,
    (error: unknown) => `there is no browser: ${String(error)}`,
  ));
if (why) console.warn(`Skipped: the deaths of browsers (${why})`);

/** Some cases of `node test/browser-crash-matrix.ts`, which uses random moments. */
describe.skipIf(why !== undefined || !isFullRun)('an export whose browser loses a process', () => {
  let undisturbed: Outcome;
  beforeAll(async () => {
    undisturbed = await exportWithKills(SITE, dataFolder(), ARGS);
    expect(undisturbed).toMatchObject({ code: 0, verdict: 'passed' });
  });

  it.for(DEATHS)('completes with the same bytes, verdict and report: %j', async (deaths) => {
    for (let tries = 1; ; tries++) {
      const kills = deaths.map((death) => ({
        ...death,
        afterMs: Math.round((undisturbed.phaseMs[death.phase] * tries) / (TRIES + 1)),
      }));
      const outcome = await exportWithKills(SITE, dataFolder(), ARGS, kills);
      if (outcome.killed.length < kills.length && tries < TRIES) continue;
      expect(outcome.killed).toEqual(kills);
      expect(differences(undisturbed, outcome)).toEqual([]);
      return;
    }
  });
});
