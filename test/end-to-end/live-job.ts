import path from 'node:path';
import { expect } from 'vitest';
import { featurePolicy } from '../../server/exports/features/feature-policy.ts';
import type { Credentials, UrlOrigin } from '../../server/exports/origin/url-origin.ts';
import type { Report } from '../../server/exports/report/report.ts';
import { type ExportSettingsInput, exportSettings } from '../../server/exports/settings/settings.ts';
import { findBundle } from '../../server/store/bundles.ts';
import { listEvents } from '../../server/store/events.ts';
import type { ExportJob } from '../../server/store/exports.ts';
import { findProjectByOrigin } from '../../server/store/projects.ts';
import { type Host, openHost } from '../../server/writer/host.ts';
import { builtPorts } from '../stand-ins/built.ts';
import { atTestEnd } from '../stand-ins/cleanup.ts';
import { pathsOf, reportOf, whysOf } from '../stand-ins/fixture-site.ts';
import { lendHost } from '../stand-ins/lent-host.ts';

export type LiveLab = Readonly<{
  data: string;
  host: Host;
  /** A domain that no project has. */
  freeDomain: () => string;
  /** Creates a job for an origin. */
  newJob: (
    origin: Omit<UrlOrigin, 'kind'>,
    settings?: ExportSettingsInput,
    fresh?: boolean,
  ) => Promise<ExportJob>;
  run: (job: ExportJob, credentials?: Credentials) => Promise<ExportJob>;
  /** Creates a job and runs it. */
  exported: (
    origin: Omit<UrlOrigin, 'kind'>,
    settings?: ExportSettingsInput,
    credentials?: Credentials,
  ) => Promise<Ended>;
  /** The bundle of a completed job. */
  bundleOf: (job: ExportJob) => { sha256: string; archive: string };
  /** Reasons why a job returned to earlier stages, in order. */
  turnsOf: (job: ExportJob) => string[];
  close: () => Promise<void>;
}>;

export type Ended = Readonly<{ job: ExportJob; paths: string[]; sha256: string; report: Report }>;

/**
 * Opens a data folder with its host in this process, for tests that the command line is too slow for. No page is opened
 * in a browser.
 * @param own a data folder to open; by default one without a project of this test
 */
export async function openLiveLab(own?: string): Promise<LiveLab> {
  const { data, host, freeDomain, giveBack, close } = own === undefined ? await lendHost() : await open(own);
  let isClosed = false;
  atTestEnd(() => (isClosed ? undefined : giveBack()));

  const newJob: LiveLab['newJob'] = async (origin, settings = {}, fresh = false) => {
    const whole: UrlOrigin = { kind: 'url', ...origin };
    const known = findProjectByOrigin(host.store(), whole);
    const project = known
      ? await host.command('updateProject', known.id, { origin: whole })
      : await host.command('createProject', {
          name: 'live',
          origin: whole,
          domains: [freeDomain()],
          deploymentType: 'air-gapped',
          features: {},
          settings: {},
        });
    return host.command('createJob', {
      projectId: project.id,
      domain: 'live.localhost',
      version: null,
      fresh,
      settings: exportSettings.parse({ sampleMin: 0, sampleMax: 0, ...settings }),
      policy: featurePolicy('air-gapped', {}),
    });
  };
  const run: LiveLab['run'] = async (job, credentials) => {
    const ended = await host.run(job.id, () => {}, credentials && { credentials });
    // The job continues with a new worker if one dies: no test may overlook that.
    expect(
      listEvents(host.store(), job.id).filter(
        ({ detail }) => (detail as object) && 'inFlight' in (detail as object),
      ),
    ).toEqual([]);
    return ended;
  };
  const bundleOf: LiveLab['bundleOf'] = ({ id }) => {
    const bundle = findBundle(host.store(), id);
    return { sha256: bundle?.sha256 ?? '', archive: path.join(data, bundle?.file ?? '') };
  };
  return {
    data,
    host,
    newJob,
    run,
    bundleOf,
    turnsOf: ({ id }) => whysOf(listEvents(host.store(), id)),
    exported: async (origin, settings, credentials) => {
      const job = await run(await newJob(origin, settings), credentials);
      expect(job.error).toBe(null);
      expect(job.status).toBe('completed');
      const { sha256, archive } = bundleOf(job);
      return { job, sha256, paths: await pathsOf(archive), report: reportOf(data) };
    },
    freeDomain,
    close: async () => {
      isClosed = true;
      await close();
    },
  };
}

async function open(data: string) {
  const host = await openHost(data, builtPorts);
  const close = (): Promise<void> => host.close();
  return { data, host, freeDomain: () => 'live.localhost', giveBack: close, close };
}
