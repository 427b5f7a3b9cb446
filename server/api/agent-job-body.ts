import type { z } from 'zod';
import { linkExpiry } from '../bundles/link-lifetime.ts';
import { signLink } from '../bundles/signed-link.ts';
import { countAnswers } from '../store/agent-events.ts';
import type { AgentJob } from '../store/agent-jobs.ts';
import type { agentJob, agentJobList } from './agent-schemas.ts';
import type { Services } from './services.ts';

/** Returns an agent job in the documented form: exactly these fields. */
export async function agentJobBody(
  services: Pick<Services, 'linkKeys' | 'publicUrl' | 'settings'>,
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
  services: Pick<Services, 'host' | 'linkKeys' | 'publicUrl' | 'settings'>,
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

/**
 * Returns the URL of a merge request as the forge reported it, or a signed link to this server, which needs no key
 * until it expires.
 */
async function absolute(
  { linkKeys, publicUrl, settings }: Pick<Services, 'linkKeys' | 'publicUrl' | 'settings'>,
  link: string,
): Promise<string> {
  if (!link.startsWith('/')) return link;
  const expires = linkExpiry(settings().reviewLinkLifetimeSeconds);
  try {
    return `${publicUrl()}${link}?${signLink({ path: link, expires }, await linkKeys.current())}`;
  } catch {
    // The keychain is locked. The page at this URL asks for it to be unlocked.
    return publicUrl() + link;
  }
}
