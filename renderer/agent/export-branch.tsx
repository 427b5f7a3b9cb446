import { Play } from 'lucide-react';
import type { AgentPlace } from '../api/live.ts';
import { t } from '../messages/t.ts';
import { navigate } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure } from '../ui/controls.tsx';
import { useSend } from './send.ts';

/** Exports the branch that a change was merged into, if the project is exported from that branch. */
export function ExportBranch({ place, branch }: Readonly<{ place: AgentPlace; branch: string }>) {
  const { api, jobs } = useServices();
  const { value: project } = useLoad(place.projectId, () => api.project(place.projectId));
  const { send, fault, isBusy } = useSend();
  const [domain] = project?.domains ?? [];
  if (project?.origin.kind !== 'repository' || project.origin.ref !== branch || domain === undefined)
    return null;
  const start = async (): Promise<void> => {
    const { jobId } = await api.startExport({ domain });
    jobs.refresh();
    navigate({ page: 'job', jobId, tab: 'overview' });
  };
  return (
    <>
      <Button small look="primary" isBusy={isBusy} onClick={() => send(start)}>
        <Play size={14} aria-hidden />
        {t('changePreview.export', { branch })}
      </Button>
      {fault !== undefined && <Failure message={fault} />}
    </>
  );
}
