import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type ForgeStandIn, startForge } from '../../../test/stand-ins/forge-server.ts';
import { firstOf, isFullRun } from '../../../test/stand-ins/full.ts';
import { POLICY_SITE, policies } from '../../../test/stand-ins/model-policies.ts';
import { type ModelStandIn, type Policy, startModelServer } from '../../../test/stand-ins/model-server.ts';
import type { Publisher } from '../loop/publisher.ts';
import { JOB_ID, openJobFolder, startScriptedJob } from '../loop/scripted-job.test-support.ts';
import type { JobState } from '../loop/state.ts';
import { type BranchName, objectId } from '../workspace/git-arguments.ts';
import { type Mirror, openMirror } from '../workspace/mirror.ts';
import { parseRemote } from '../workspace/remote.ts';
import { repositoryIn, scratchFolder } from '../workspace/repository.test-support.ts';
import { exportChange } from './export-change.ts';
import { forgePublisher } from './forge-publisher.ts';
import { openForge } from './forges.ts';
import { pushOptionPublisher } from './push-option-publisher.ts';
import { reviewPublisher } from './review-publisher.ts';

const scratch = scratchFolder('without-api');
let count = 0;
const open: (ModelStandIn | ForgeStandIn)[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** Runs a whole job on a real repository, from the prompt to its publication by `publisher`. */
async function wholeJob(
  publisher: (mirror: Mirror, folder: string) => Publisher | Promise<Publisher>,
): Promise<{ state: JobState; mirror: Mirror; source: string; bare: string }> {
  const folder = path.join(scratch, String(++count));
  const source = repositoryIn(path.join(folder, 'source'), POLICY_SITE).folder;
  const bare = path.join(folder, 'forge.git');
  execFileSync('git', ['clone', '--quiet', '--bare', source, bare]);
  const model = await startModelServer({ policy: policies.happy as Policy });
  open.push(model);
  const place = openJobFolder(folder);
  const mirror = await openMirror({ folder: path.join(folder, 'mirror'), remote: parseRemote(bare) });
  const job = await startScriptedJob(place, {
    baseUrl: model.baseUrl,
    publisher: await publisher(mirror, folder),
  });
  return { state: await job.done, mirror, source, bare };
}

/** Makes a repository print what a forge prints on a push, and record the push options. */
function hook(bare: string, words: string): string {
  const file = path.join(bare, 'options.txt');
  fs.writeFileSync(
    path.join(bare, 'hooks', 'post-receive'),
    `#!/bin/sh\ni=0; while [ $i -lt "\${GIT_PUSH_OPTION_COUNT:-0}" ]; do eval "echo \\"\\$GIT_PUSH_OPTION_$i\\"" >> ${file}; i=$((i+1)); done\necho ""\necho "${words}"\n`,
    { mode: 0o755 },
  );
  return file;
}

/** Serves git over HTTP, where the forge's hooks run. Over `file:`, our git turns them off. */
async function overHttp(
  mirror: Mirror,
  bare: string,
): Promise<{ mirror: Mirror; access: { authorization: string } }> {
  const forge = await startForge({
    kind: 'gitea',
    repository: bare,
    name: 'docs/site',
    token: 'canary-token-9',
  });
  open.push(forge);
  return {
    mirror: { ...mirror, remote: parseRemote(forge.gitUrl) },
    access: { authorization: 'token canary-token-9' },
  };
}

describe('push options', () => {
  it.each(
    firstOf(1, [
      ['gitlab', 'View merge request for x:   ', 'https://git.example.test/docs/site/-/merge_requests/7'],
      ['agit', 'Visit the existing pull request:', 'https://git.example.test/docs/site/pulls/7'],
    ] as const),
  )(
    '%s: open a request by the push, and its address is read from what the server says',
    async (kind, words, link) => {
      let options = '';
      const { state, bare } = await wholeJob(async (mirror, folder) => {
        const repository = path.join(folder, 'forge.git');
        options = hook(repository, `${words}\necho "  ${link}`.replace('\necho "', '"\necho "'));
        const http = await overHttp(mirror, repository);
        return pushOptionPublisher(
          { kind, listUrl: 'https://git.example.test/list' },
          http.mirror,
          http.access,
        );
      });
      expect(state).toMatchObject({ status: 'done', published: { link, number: 7 } });
      const sent = fs.readFileSync(options, 'utf8');
      if (kind === 'gitlab') {
        expect(sent).toMatch(
          /^merge_request\.create\nmerge_request\.target=main\nmerge_request\.title=Use npm ci\nmerge_request\.description=/,
        );
        expect(
          execFileSync('git', ['--git-dir', bare, 'rev-parse', `offprint/${JOB_ID}`], {
            encoding: 'utf8',
          }).trim(),
        ).toBe(state.commit?.commit);
      } else expect(sent).toMatch(new RegExp(`^topic=offprint/${JOB_ID}\ntitle=Use npm ci\ndescription=`));
    },
  );

  it.runIf(isFullRun)(
    'fall back to the list of requests when the server says nothing, and a repeated push changes nothing',
    async () => {
      let publisher: Publisher | undefined;
      const { state, bare } = await wholeJob(async (mirror, folder) => {
        const http = await overHttp(mirror, path.join(folder, 'forge.git'));
        publisher = pushOptionPublisher(
          { kind: 'gitlab', listUrl: 'https://git.example.test/list' },
          http.mirror,
          http.access,
        );
        return publisher;
      });
      expect(state.published).toMatchObject({ link: 'https://git.example.test/list', number: null });
      const refs = () => execFileSync('git', ['--git-dir', bare, 'for-each-ref'], { encoding: 'utf8' });
      const before = refs();
      const again = await publisher?.publish(
        {
          jobId: JOB_ID,
          base: state.base ?? '',
          baseBranch: 'main',
          branch: `offprint/${JOB_ID}`,
          commit: state.commit?.commit ?? '',
          title: 'x',
          body: 'y',
          isDraft: false,
          earlier: null,
        },
        new AbortController().signal,
      );
      expect(again?.link).toBe('https://git.example.test/list');
      expect(refs()).toBe(before);
    },
  );

  it('are refused by a server that does not know them: that is said and the branch is kept', async () => {
    const { state, mirror } = await wholeJob((mirror) =>
      pushOptionPublisher({ kind: 'gitlab', listUrl: 'https://git.example.test/list' }, mirror, {}),
    );
    expect(state.ended).toMatchObject({
      code: 'publish-failed',
      sentence: expect.stringContaining('push options'),
    });
    expect(await mirror.ownCommit(`offprint/${JOB_ID}` as BranchName)).not.toBeNull();
  });
});

describe('without a forge', () => {
  it('the link is the review page, and the change leaves as bundle and patch with checksums', async () => {
    const { state, mirror, source } = await wholeJob(() =>
      reviewPublisher((jobId) => `http://127.0.0.1:4750/#/agents/${jobId}/review`),
    );
    expect(state.published).toMatchObject({
      link: `http://127.0.0.1:4750/#/agents/${JOB_ID}/review`,
      number: null,
    });

    const drive = path.join(scratch, `${count}`, 'drive');
    const change = {
      base: objectId(state.base ?? ''),
      branch: `offprint/${JOB_ID}` as BranchName,
      commit: objectId(state.commit?.commit ?? ''),
    };
    const files = await exportChange(mirror, change, drive);
    // Repeated, several at once: each export is complete and leaves nothing else behind.
    const again = await Promise.all([1, 2, 3].map(() => exportChange(mirror, change, drive)));
    expect(again).toEqual([files, files, files]);
    expect(fs.readdirSync(drive).sort()).toEqual(['SHA256SUMS', 'change.bundle', 'change.patch']);
    expect(fs.readdirSync(drive).sort()).toEqual(['SHA256SUMS', 'change.bundle', 'change.patch']);
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: drive });

    // On the other side, a clone accepts either file.
    const git = (...argv: string[]): string =>
      execFileSync('git', ['-C', source, '-c', 'user.name=p', '-c', 'user.email=p@example.test', ...argv], {
        encoding: 'utf8',
      }).trim();
    git('fetch', '--quiet', path.join(drive, 'change.bundle'), `offprint/${JOB_ID}:from-bundle`);
    expect(git('rev-parse', 'from-bundle')).toBe(change.commit);
    git('am', '--quiet', path.join(drive, 'change.patch'));
    expect(git('rev-parse', 'HEAD^{tree}')).toBe(git('rev-parse', 'from-bundle^{tree}'));
    expect(fs.readFileSync(path.join(source, 'guide/install.mdx'), 'utf8')).toContain('npm ci');
  });
});

it.runIf(isFullRun)(
  'a whole job on a forge: from the prompt to one pull request, git over http with the token',
  async () => {
    let forge: ForgeStandIn | undefined;
    const { state, bare } = await wholeJob(async (mirror, folder) => {
      const token = 'canary-token-7';
      forge = await startForge({
        kind: 'gitea',
        repository: path.join(folder, 'forge.git'),
        name: 'docs/site',
        token,
      });
      open.push(forge);
      forge.failNext(1, 503);
      const remote = parseRemote(forge.gitUrl);
      const settings = {
        kind: 'gitea' as const,
        baseUrl: forge.baseUrl,
        repository: 'docs/site',
        token,
        caBundle: null,
      };
      return forgePublisher(openForge(settings), { ...mirror, remote }, {});
    });
    expect(state.status).toBe('done');
    expect(state.published?.link).toBe(`${forge?.baseUrl}/docs/site/pulls/1`);
    expect(forge?.requests).toMatchObject([
      { title: 'Use npm ci', head: `offprint/${JOB_ID}`, isDraft: false },
    ]);
    expect(
      execFileSync('git', ['--git-dir', bare, 'show', `offprint/${JOB_ID}:guide/install.mdx`], {
        encoding: 'utf8',
      }),
    ).toContain('npm ci');
  },
);
