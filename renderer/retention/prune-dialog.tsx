import { useState } from 'react';
import type { RetentionPlan } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { hrefOf } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, controlStyles, Failure, Loading } from '../ui/controls.tsx';
import { Dialog, toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';

/** Lists what the retention rules would delete, and deletes it once confirmed. */
export function PruneDialog({ onClose, onDone }: Readonly<{ onClose: () => void; onDone: () => void }>) {
  const { api, jobs } = useServices();
  const { value: plan, error, reload } = useLoad('retention-plan', api.retentionPlan);
  const [isBusy, setBusy] = useState(false);
  const count = plan?.remove.length ?? 0;
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      const { removed, failed } = await api.prune();
      toast(t('retention.done', { count: removed.length }), {
        ...(failed[0] && {
          detail: `${t('retention.failed', { count: failed.length })}. ${failed[0].error}`,
          isError: true,
        }),
      });
    } catch (failure) {
      toast(t('retention.notDone'), { detail: (failure as Error).message, isError: true });
    }
    jobs.refresh();
    onDone();
    onClose();
  };
  return (
    <Dialog
      title={t('retention.title')}
      size="wide"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t(count === 0 ? 'common.close' : 'common.cancel')}</Button>
          {count > 0 && (
            <Button look="danger" isBusy={isBusy} onClick={remove}>
              {t('retention.action', { count })}
            </Button>
          )}
        </>
      }
    >
      {error !== undefined ? (
        <Failure message={error} onRetry={reload} />
      ) : plan ? (
        <Plan plan={plan} onClose={onClose} />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

function Plan({
  plan: { remove, bytes, contentBytes, keep },
  onClose,
}: Readonly<{ plan: RetentionPlan; onClose: () => void }>) {
  return (
    <>
      {remove.length === 0 ? (
        <p>
          {t('retention.nothing')} {keep.length === 0 && t('retention.noRules')}{' '}
          <a href={hrefOf({ page: 'settings' })} onClick={onClose}>
            {t('retention.toSettings')}
          </a>
        </p>
      ) : (
        <>
          <p>
            {t('retention.would', {
              count: remove.length,
              bytes: formats.bytes(bytes),
              contents: formats.bytes(contentBytes),
            })}
          </p>
          <table className={controlStyles.table}>
            <thead>
              <tr>
                <th scope="col">{t('retention.column.what')}</th>
                <th scope="col">{t('retention.column.name')}</th>
                <th scope="col">{t('retention.column.size')}</th>
                <th scope="col">{t('retention.column.from')}</th>
              </tr>
            </thead>
            <tbody>
              {remove.map((item) => (
                <tr key={`${item.kind} ${item.id} ${item.baseJobId}`}>
                  <td>{t(`retention.kind.${item.kind}`)}</td>
                  <td translate="no">{item.name}</td>
                  <td>{formats.bytes(item.bytes)}</td>
                  <td title={formats.dateTime(item.at)}>{formats.ago(item.at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {keep.length > 0 && (
        <details className={shared.more}>
          <summary>
            {t('retention.keeps')} ({formats.number(keep.length)})
          </summary>
          <ul>
            {keep.map(({ id, name, reason }) => (
              <li key={id}>
                <span translate="no">{name}</span>
                <span className={shared.soft}> · {t(`retention.reason.${reason}` as MessageId)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
