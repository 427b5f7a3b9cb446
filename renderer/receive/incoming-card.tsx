import type { ReceivedBundle } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, Notice, Panel, ProgressBar } from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';

/** A bundle that is being received, failed to be received, or is a duplicate. */
export function IncomingCard({
  incoming,
  onChange,
}: Readonly<{ incoming: ReceivedBundle; onChange: () => void }>) {
  const { api } = useServices();
  const { progress, error, source, receivedId } = incoming;
  const end = (): void => {
    api
      .discardReceived(receivedId)
      .catch((fault: Error) => toast(t('receive.notDone'), { detail: fault.message, isError: true }))
      .finally(onChange);
  };
  const action = (
    <Button small onClick={end}>
      {t(progress ? 'receive.cancel' : 'receive.dismiss')}
    </Button>
  );
  const title = <span translate="no">{source}</span>;
  if (!progress) {
    return (
      <Panel title={title} action={action}>
        {error === null ? (
          <Notice>{t('receive.duplicateText')}</Notice>
        ) : (
          <Notice tone="bad" isAlert>
            <b>{t('receive.failed')}</b> <span translate="no">{error}</span>
          </Notice>
        )}
      </Panel>
    );
  }
  const { phase, doneBytes, totalBytes } = progress;
  return (
    <Panel title={title} action={action}>
      <ProgressBar
        percent={totalBytes ? (100 * doneBytes) / totalBytes : 0}
        label={t('receive.receiving', { name: source })}
      />
      <span className={shared.soft}>
        {t(`receive.phase.${phase}`)}{' '}
        {totalBytes !== null &&
          t('receive.progress', { done: formats.bytes(doneBytes), total: formats.bytes(totalBytes) })}
      </span>
    </Panel>
  );
}
