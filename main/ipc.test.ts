import type { WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import { OffprintError } from '../server/errors.ts';
import { type Channel, inputs } from './contract.ts';
import { type FakeContents, fakeContents } from './fakes.test-support.ts';
import { answerCalls, type Handlers, isOwnCall, push } from './ipc.ts';

type Answer = { ok: boolean; code?: string; message?: string; data?: unknown };

function answering(handlers: Partial<Handlers> = {}): {
  contents: FakeContents;
  calls: unknown[];
  log: string[];
} {
  const contents = fakeContents();
  const calls: unknown[] = [];
  const log: string[] = [];
  const all = Object.fromEntries(
    Object.keys(inputs).map((channel) => [
      channel,
      (input: unknown) => {
        calls.push([channel, input]);
        return null;
      },
    ]),
  ) as unknown as Handlers;
  answerCalls(contents.asContents, { ...all, ...handlers }, (line) => log.push(line));
  return { contents, calls, log };
}

function call(contents: FakeContents, channel: string, ...args: unknown[]): Promise<Answer> {
  const event = { sender: contents, senderFrame: contents.mainFrame };
  return contents.handlers.get(channel)?.(event, ...args) as Promise<Answer>;
}

const GOOD: Readonly<Record<Channel, object>> = {
  'app:ready': {},
  'app:restartServer': {},
  'folder:pick': {},
  'folder:dropped': { path: '/srv/site' },
  'bundle:save': { jobId: 'se_0123456789abcdef', format: 'zip' },
  'bundle:reveal': { jobId: 'se_0123456789abcdef' },
  'report:save': { jobId: 'se_0123456789abcdef' },
  'change:save': {
    projectId: 'prj_0123456789abcdef',
    jobId: 'ag_0123456789abcdef',
    file: 'change.bundle',
  },
  'key:keep': { keyId: 'key_1', secret: `offp_${'a'.repeat(40)}` },
  'key:kept': {},
  'key:copy': { keyId: 'key_1' },
  'key:forget': { keyId: 'key_1' },
  'theme:set': { theme: 'dark' },
  'live:follow': {},
  'live:unfollow': {},
  'live:followJob': { jobId: 'se_0123456789abcdef' },
  'live:followAgentJob': { projectId: 'prj_0123456789abcdef', jobId: 'ag_0123456789abcdef' },
  'live:unfollowJob': { jobId: 'se_0123456789abcdef' },
};

describe('who calls', () => {
  const contents = fakeContents();
  const frame = (url: string, parent: object | null = null) => ({ url, parent });
  const main = contents.mainFrame;
  const at = (url: string) => Object.assign(fakeContents(url), {});
  it.each<[string, boolean, WebContents, object | null, FakeContents]>([
    ['the page itself', true, contents.asContents, main, contents],
    ['a frame that has gone', false, contents.asContents, null, contents],
    ['a frame within', false, contents.asContents, frame('app://bundle/', main), contents],
    ['another frame of the same address', false, contents.asContents, frame('app://bundle/'), contents],
    ['another window', false, fakeContents().asContents, main, contents],
  ])('%s', (_who, expected, sender, senderFrame, own) => {
    expect(isOwnCall({ sender, senderFrame } as never, own.asContents)).toBe(expected);
  });

  it.each([
    'about:blank',
    '',
    'https://bundle/',
    'app://bundle.evil/',
    'app://bundle:1/',
    'app://user@bundle/',
    'app://bundle/assets/x.html',
    'file:///app://bundle/',
    'data:text/html,app://bundle/',
  ])('the page, when it is at %s', (url) => {
    const own = at(url);
    expect(isOwnCall({ sender: own.asContents, senderFrame: own.mainFrame } as never, own.asContents)).toBe(
      false,
    );
  });

  it('a page that was closed', () => {
    const own = fakeContents();
    own.destroy();
    expect(isOwnCall({ sender: own.asContents, senderFrame: own.mainFrame } as never, own.asContents)).toBe(
      false,
    );
  });

  it('is told nothing when it is somebody else', async () => {
    const { contents: own, calls } = answering();
    const answer = (await own.handlers.get('key:kept')?.({ sender: own, senderFrame: null }, {})) as Answer;
    expect(answer).toEqual({ ok: false, code: 'forbidden', message: 'This page is not allowed to do that.' });
    expect(calls).toEqual([]);
  });
});

describe('what is asked', () => {
  it('has a handler and a schema each', async () => {
    const { contents, calls } = answering();
    expect([...contents.handlers.keys()].sort()).toEqual(Object.keys(inputs).sort());
    for (const [channel, input] of Object.entries(GOOD)) {
      expect(await call(contents, channel, input), channel).toEqual({ ok: true, data: null });
    }
    expect(calls).toHaveLength(Object.keys(inputs).length);
  });

  it('is refused with a field too many, an argument too many, or none', async () => {
    const { contents, calls } = answering();
    for (const [channel, input] of Object.entries(GOOD)) {
      for (const args of [[{ ...input, more: 1 }], [input, input], [], [null], ['x'], [[]], [undefined]]) {
        expect((await call(contents, channel, ...args)).code, `${channel} ${JSON.stringify(args)}`).toBe(
          'usage',
        );
      }
    }
    expect(calls).toEqual([]);
  });

  it('is refused with values that nobody would send', async () => {
    const { contents, calls } = answering();
    const wild = [
      null,
      0,
      Number.NaN,
      true,
      '',
      '../../etc/passwd',
      'se_../x',
      'x'.repeat(10_000),
      [],
      {},
      '\u0000',
      "' OR 1=1",
    ];
    for (const [channel, input] of Object.entries(GOOD)) {
      for (const name of Object.keys(input)) {
        for (const value of wild) {
          if (
            channel === 'folder:dropped' &&
            typeof value === 'string' &&
            value !== '' &&
            value.length < 4096
          )
            continue;
          expect(
            (await call(contents, channel, { ...input, [name]: value })).code,
            `${channel} ${name}`,
          ).toBe('usage');
        }
      }
    }
    expect(calls).toEqual([]);
  });
});

describe('what goes wrong', () => {
  it('crosses as a code and a sentence', async () => {
    const { contents } = answering({
      'folder:pick': () => {
        throw new OffprintError('usage', 'Choose another folder.');
      },
    });
    expect(await call(contents, 'folder:pick', {})).toEqual({
      ok: false,
      code: 'usage',
      message: 'Choose another folder.',
    });
  });

  it('is logged where nobody expected it', async () => {
    const { contents, log } = answering({ 'key:kept': () => Promise.reject(new Error('broken')) });
    expect((await call(contents, 'key:kept', {})).code).toBe('internal');
    expect(log).toEqual(['key:kept: broken']);
  });
});

it('tells nothing to a window that is gone', () => {
  const contents = fakeContents();
  push(contents.asContents, 'app:go', { hash: '#/about' });
  contents.destroy();
  push(contents.asContents, 'app:go', { hash: '#/about' });
  expect(contents.sent).toEqual([['app:go', { hash: '#/about' }]]);
});
