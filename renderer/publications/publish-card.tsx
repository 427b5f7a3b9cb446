import { Send } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { Button, Failure, Panel } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';
import { PublicationProgress } from './publication-progress.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { usePublications } from './use-publications.ts';

/** As many of the newest publications of a job are told beside it. */
const SHOWN = 5;

/** Publishes the bundle of a completed job, and tells what came of it. */
export function PublishCard({ job }: Readonly<{ job: Job }>) {
  const [isAsking, setAsking] = useState(false);
  const { value: list = [], error, reload } = usePublications({ jobId: job.jobId, limit: SHOWN });
  return (
    <Panel
      title={t('publish.card')}
      action={
        <Button onClick={() => setAsking(true)}>
          <Send size={14} aria-hidden />
          {t('publish.open')}
        </Button>
      }
    >
      {error !== undefined && <Failure message={error} onRetry={reload} />}
      {list.length === 0 && <p className={shared.soft}>{t('publish.cardText')}</p>}
      {list.map((one) => (
        <PublicationProgress key={one.publicationId} publication={one} onChange={reload} />
      ))}
      {isAsking && <PublishDialog job={job} onClose={() => setAsking(false)} onStarted={reload} />}
    </Panel>
  );
}
