import { Play } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, Notice } from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';

/** Notice that no job starts while the queue is paused. */
export function QueuePaused() {
  const { api, queueState } = useServices();
  const { isPaused } = queueState();
  useEffect(() => queueState.refresh(), [queueState]); // another client may have changed it
  if (!isPaused) return null;
  const resume = (): void => {
    api
      .changeSettings({ queuePaused: false })
      .then(queueState.refresh, (error: Error) =>
        toast(t('queue.notResumed'), { detail: error.message, isError: true }),
      );
  };
  return (
    <Notice tone="warn">
      <span>{t('queue.paused')}</span>
      <div className={shared.row}>
        <Button small onClick={resume}>
          <Play size={14} aria-hidden />
          {t('queue.resume')}
        </Button>
      </div>
    </Notice>
  );
}
