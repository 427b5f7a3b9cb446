import { featurePolicy } from '../../server/exports/features/feature-policy.ts';
import { exportSettings } from '../../server/exports/settings/settings.ts';
import { createAgentJob, keepAgentFacts } from '../../server/store/agent-jobs.ts';
import { openForWriting, transact } from '../../server/store/database.ts';
import { createJob } from '../../server/store/exports.ts';
import type { Project } from '../../server/store/projects.ts';
import { openHost } from '../../server/writer/host.ts';
import { builtPorts } from '../stand-ins/built.ts';

const MINUTE_MS = 60_000;
const STATES = [
  { status: 'completed', phase: 'done', progress: 100, verdict: 'passed' },
  { status: 'completed', phase: 'done', progress: 100, verdict: 'findings' },
  { status: 'completed', phase: 'done', progress: 100, verdict: 'passed' },
  {
    status: 'failed',
    phase: 'pack',
    progress: 30,
    verdict: null,
    errorCode: 'pages-missing',
    error:
      "7 of the site's files could not be downloaded: /guide/administration/backups.html (HTTP 500), /guide/administration/restore.html (HTTP 500), /guide/administration/upgrades.html (HTTP 500), /reference/command-line.html (the response did not arrive within 30000 ms), /reference/settings.html (HTTP 500) and 2 more. Fix the origin and retry, or allow missing pages.",
  },
  {
    status: 'failed',
    phase: 'acquire',
    progress: 12.5,
    verdict: null,
    errorCode: 'canceled',
    error: 'Canceled. What was read so far is kept. A retry continues from there.',
  },
] as const;

/**
 * Fills a data folder that no server has open with ended jobs of some projects, like months of use: newest last.
 * @returns the ids of the projects
 */
export async function seedJobs(
  dataFolder: string,
  folders: readonly string[],
  count: number,
): Promise<string[]> {
  const host = await openHost(dataFolder, builtPorts);
  const projects: Project[] = [];
  for (const [index, folder] of folders.entries()) {
    const name = ['Handbook', 'Reference', 'Release notes'][index] ?? `Site ${index}`;
    projects.push(
      await host.command('createProject', {
        name,
        domains: [`${name.toLowerCase().replace(' ', '-')}.docs.example.com`],
        origin: { kind: 'directory', folder },
        deploymentType: 'air-gapped',
        features: {},
        settings: {},
      }),
    );
  }
  await host.close();
  const store = openForWriting(dataFolder);
  const update = store.prepare(
    `UPDATE export_jobs SET status = @status, phase = @phase, progress = @progress, verdict = @verdict,
     error_code = @errorCode, error = @error, version = @version, page_count = @pageCount, paused = 0,
     created_at = @at, updated_at = @ended, started_at = @at, finished_at = @ended WHERE id = @id`,
  );
  const bundle = store.prepare(
    "INSERT INTO bundles VALUES (@id, 'zip', 'exports/none.zip', @sizeBytes, @sha256, @sha256, 100, @at)",
  );
  const settings = exportSettings.parse({});
  const policy = featurePolicy('air-gapped', {});
  const now = Date.now();
  transact(store, () => {
    for (let index = 0; index < count; index++) {
      const project = projects[index % projects.length];
      if (!project) continue;
      const { id } = createJob(store, {
        projectId: project.id,
        domain: project.domains[0] ?? '',
        version: null,
        settings,
        policy,
      });
      const state = STATES[index % STATES.length] ?? STATES[0];
      const at = new Date(now - (count - index) * 7 * MINUTE_MS);
      update.run({
        errorCode: null,
        error: null,
        ...state,
        id,
        version: `2026.${Math.floor(index / 40)}.${index % 40}`,
        pageCount: 100 + ((index * 37) % 900),
        at: at.toISOString(),
        ended: new Date(at.getTime() + 45_000 + (index % 50) * 1000).toISOString(),
      });
      if (state.status === 'completed') {
        const sizeBytes = 400_000 + ((index * 7919) % 9_000_000);
        bundle.run({ id, sizeBytes, sha256: index.toString(16).padStart(64, '0'), at: at.toISOString() });
      }
    }
  });
  store.close();
  return projects.map(({ id }) => id);
}

/** Fills a data folder that no server has open with ended agent jobs of one project, newest last. */
export async function seedAgentJobs(dataFolder: string, count: number): Promise<void> {
  const host = await openHost(dataFolder, builtPorts);
  const { id: projectId } = await host.command('createProject', {
    name: 'Handbook',
    domains: ['handbook.docs.example.com'],
    origin: { kind: 'directory', folder: dataFolder },
    deploymentType: 'air-gapped',
    features: {},
    settings: {},
  });
  await host.close();
  const store = openForWriting(dataFolder);
  const date = store.prepare('UPDATE agent_jobs SET created_at = ? WHERE id = ?');
  transact(store, () => {
    for (let number = 1; number <= count; number++) {
      const { id } = createAgentJob(store, {
        projectId,
        repository: 'file:///srv/docs.git',
        modelServer: 'local',
        model: 'scripted',
        prompt: `Job number ${number}`,
      });
      keepAgentFacts(store, id, {
        status: 'completed',
        stage: 'no-change',
        ref: null,
        link: null,
        code: null,
        sentence: 'The page says so already.',
        review: null,
      });
      date.run(new Date(Date.now() - (count - number) * MINUTE_MS).toISOString(), id);
    }
  });
  store.close();
}
