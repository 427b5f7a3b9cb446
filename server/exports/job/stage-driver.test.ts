import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asOffprintError } from '../../errors.ts';
import { type DoStage, driveStages } from './stage-driver.ts';
import { STAGES, type StageName } from './stages.ts';
import { type Step, TRANSITIONS, type TransitionName, type TurnedBack } from './transitions.ts';

const ORDER = Object.keys(STAGES) as StageName[];
const NAMES = Object.keys(TRANSITIONS) as TransitionName[];

/** Step to the next stage in order. */
function onFrom(stage: StageName): Step {
  return { to: ORDER[ORDER.indexOf(stage) + 1] ?? 'done' };
}

/** Drives stages that do nothing: each returns the step of `says`, or else continues with the next stage. */
async function drive(says: (...asked: Parameters<DoStage>) => Step | undefined) {
  const walked: StageName[] = [];
  const turns: TurnedBack[] = [];
  const ended = await driveStages(async (stage, mayTurn) => says(stage, mayTurn) ?? onFrom(stage), {
    origin: '/sites/manual',
    entered: (stage) => walked.push(stage),
    turned: (turn) => turns.push(turn),
  }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { walked, turns, ended };
}

/** Error code of a job that keeps turning back for a reason; undefined if it continues without. */
const ENDS: Readonly<Record<TransitionName, string | undefined>> = {
  'read-otherwise': 'internal',
  'changed-while-away': 'internal',
  'left-queued': 'internal',
  'places-found': 'internal',
  'router-found': 'internal',
  'browser-needed': 'internal',
  'pages-stale': 'internal',
  'origin-changed': 'origin-changed',
  'object-damaged': 'object-damaged',
  'files-loaded': undefined,
  'broken-offline': undefined,
};

it('goes through all stages in their order', async () => {
  const { walked, turns, ended } = await drive(() => undefined);
  expect(ended).toBeUndefined();
  expect(walked).toEqual(ORDER);
  expect(turns).toEqual([]);
});

it('leaves out stages that an interrupted job has behind it', async () => {
  const { walked } = await drive((stage) => (stage === 'open' ? { to: 'verify' } : undefined));
  expect(walked).toEqual(['open', 'verify', 'report']);
});

describe.each(NAMES)('turning back for %s', (why) => {
  const { from, to, max } = TRANSITIONS[why];

  it('is written down, and the stages from there on run again', async () => {
    let times = 0;
    const { walked, turns, ended } = await drive((stage) =>
      stage === from && times++ === 0 ? { why } : undefined,
    );
    expect(ended).toBeUndefined();
    expect(turns).toEqual([{ from, to, why, count: 1 }]);
    expect(walked).toEqual([...ORDER.slice(0, ORDER.indexOf(from) + 1), ...ORDER.slice(ORDER.indexOf(to))]);
  });

  it(`has a bound: after ${max} times the job ${ENDS[why] ? 'fails' : 'goes on'}`, async () => {
    const { walked, turns, ended } = await drive((stage, mayTurn) => {
      if (stage === from) return ENDS[why] !== undefined || mayTurn(why) ? { why } : undefined;
      // There is no other way back to the first stage.
      return from === 'open' && stage === 'route' ? { why: 'router-found' } : undefined;
    });
    const counts = turns.filter((turn) => turn.why === why).map(({ count }) => count);
    expect(counts).toEqual(Array.from({ length: max }, (_, index) => index + 1));
    expect(walked.filter((stage) => stage === from)).toHaveLength(max + 1);
    expect(ended && asOffprintError(ended).code).toBe(ENDS[why]);
    if (ENDS[why] === undefined) expect(walked.at(-1)).toBe('report');
  });
});

it('names the folder that keeps changing', async () => {
  const { ended } = await drive((stage) => (stage === 'settle' ? { why: 'origin-changed' } : undefined));
  expect(asOffprintError(ended).message).toContain('The folder /sites/manual kept changing');
});

it('counts all reasons to turn back from one stage together', async () => {
  const reasons: TransitionName[] = ['files-loaded', 'broken-offline', 'files-loaded'];
  const { turns } = await drive((stage, mayTurn) => {
    if (stage !== 'verify' || !mayTurn('files-loaded')) return undefined;
    return { why: reasons.shift() ?? 'files-loaded' };
  });
  expect(turns.map(({ why, count }) => [why, count])).toEqual([
    ['files-loaded', 1],
    ['broken-offline', 2],
  ]);
});

it.each<[what: string, stage: StageName, step: Step]>([
  ['to a stage that it has behind it', 'pack', { to: 'crawl' }],
  ['to itself', 'pack', { to: 'pack' }],
  ['back for the reason of another stage', 'pack', { why: 'origin-changed' }],
])('takes it for a fault of ours when a stage goes %s', async (_what, from, step) => {
  const { walked, ended } = await drive((stage) => (stage === from ? step : undefined));
  expect(asOffprintError(ended).code).toBe('internal');
  expect(walked.at(-1)).toBe(from);
});

it('takes it for a fault of ours when a stage that is to go on at its bound does not ask', async () => {
  const { turns, ended } = await drive((stage) =>
    stage === 'verify' ? { why: 'broken-offline' } : undefined,
  );
  expect(turns).toHaveLength(2);
  expect(asOffprintError(ended).code).toBe('internal');
});

it('is described in docs/architecture.md: every stage in its order, every transition', () => {
  const text = fs.readFileSync('docs/architecture.md', 'utf8');
  const stages = ORDER.map((stage) => `\`${stage}\``).join(' → ');
  expect(text.replace(/\s+/g, ' ')).toContain(stages);
  const listed = [...text.matchAll(/^\| `([\w-]+)` \| (\w+) → (\w+) \| (\d+) \|/gm)].map((row) =>
    row.slice(1),
  );
  expect(listed).toEqual(
    NAMES.map((why) => [why, TRANSITIONS[why].from, TRANSITIONS[why].to, `${TRANSITIONS[why].max}`]),
  );
});
