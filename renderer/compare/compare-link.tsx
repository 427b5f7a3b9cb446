import { GitCompareArrows } from 'lucide-react';
import type { Job } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { hrefOf } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { buttonClass } from '../ui/controls.tsx';

const LOOKED_AT = 50;

/** Links to the comparison with the previous export, if there is one. */
export function CompareLink({ job }: Readonly<{ job: Job }>) {
  const { api } = useServices();
  const { value } = useLoad(`before ${job.jobId}`, () =>
    api.jobs({ projectId: job.projectId, status: 'completed', limit: LOOKED_AT, sort: '-createdAt' }),
  );
  if (!value?.jobs.some(({ createdAt }) => createdAt < job.createdAt)) return null;
  return (
    <a className={buttonClass()} href={hrefOf({ page: 'compare', jobId: job.jobId, base: undefined })}>
      <GitCompareArrows size={16} aria-hidden />
      {t('compare.open')}
    </a>
  );
}
