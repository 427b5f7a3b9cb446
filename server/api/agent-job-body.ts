import type { z } from 'zod';
import { signLink } from '../bundles/signed-link.ts';
import { countAnswers } from '../store/agent-events.ts';
import type { AgentJob } from '../store/agent-jobs.ts';
import type { agentJob, agentJobList } from './agent-schemas.ts';
import type { Services } from './services.ts';

/** The year 9999: the link of a job is the same each time and works as long as the key that signed it. */
const NEVER_SECONDS = 253_402_300_799;

/** An agent job as the documented API tells it: these fields and no others. */
export async function agentJobBody(
  services: Pick<Services, 'linkKeys' | 'publicUrl'>,
  job: AgentJob,
): Promise<z.infer<typeof agentJob>> {
  return {
    id: job.id,
    status: job.archivedAt === null ? job.status : 'archived',
    source: { repository: job.repository, ref: job.ref },
    model: job.model,
    prLink: job.link === null ? null : await absolute(services, job.link),
    createdAt: job.createdAt,
    archivedAt: job.archivedAt,
  };
}

export async function agentJobEntry(
  services: Pick<Services, 'host' | 'linkKeys' | 'publicUrl'>,
  job: AgentJob,
): Promise<z.infer<typeof agentJobList>['jobs'][number]> {
  return {
    ...(await agentJobBody(services, job)),
    projectId: job.projectId,
    prompt: job.prompt.slice(0, 500).toWellFormed(),
    stage: job.stage as z.infer<typeof agentJobList>['jobs'][number]['stage'],
    outcome: job.sentence,
    stopCode: job.code,
    steps: countAnswers(services.host.store(), job.id),
    review: job.review,
    updatedAt: job.updatedAt,
  };
}

/** The address of a merge request as the forge said it, or a signed one of ours, which opens without a key. */
async function absolute({ linkKeys, publicUrl }: Pick<Services, 'linkKeys' | 'publicUrl'>, link: string) {
  if (!link.startsWith('/')) return link;
  try {
    const query = signLink({ path: link, expires: NEVER_SECONDS }, await linkKeys.current());
    return `${publicUrl()}${link}?${query}`;
  } catch {
    // The keychain is locked: the page at this address says that it has to be unlocked.
    return publicUrl() + link;
  }
}
