import { X } from 'lucide-react';
import type { Publication } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, Notice, ProgressBar } from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import { isOnDrive, nameOf, PublicationBadge } from './publication-status.tsx';
import styles from './publications.module.css';
import { isUnderWay } from './use-publications.ts';

/** Progress or outcome of a publication, with its actions. */
export function PublicationProgress({
  publication,
  onChange,
  onDismiss,
}: Readonly<{ publication: Publication; onChange: () => void; onDismiss?: () => void }>) {
  const { api } = useServices();
  const { publicationId, targetName } = publication;
  const steer = (work: Promise<unknown>): void => {
    work
      .catch((fault: Error) => toast(t('publish.notDone'), { detail: fault.message, isError: true }))
      .finally(onChange);
  };
  const name = nameOf(publication);
  return (
    <section className={styles.progress} aria-label={t('publish.to', { name, target: targetName })}>
      <div className={shared.row}>
        <b translate="no">{name}</b>
        <span className={shared.soft}>
          {t(publication.kind === 'publish' ? 'publish.on' : 'publish.backOn', { target: targetName })}
        </span>
        <PublicationBadge publication={publication} />
        {onDismiss && !isUnderWay(publication) && (
          <Button
            small
            isIcon
            look="quiet"
            className={styles.dismiss}
            aria-label={t('common.dismiss')}
            onClick={onDismiss}
          >
            <X size={16} aria-hidden />
          </Button>
        )}
      </div>
      {isUnderWay(publication) ? <Meter publication={publication} /> : <Outcome publication={publication} />}
      <div className={shared.row}>
        {isUnderWay(publication) && (
          <Button small onClick={() => steer(api.cancelPublication(publicationId))}>
            {t('publish.cancel')}
          </Button>
        )}
        {mayGoOn(publication) && (
          <Button small onClick={() => steer(api.retryPublication(publicationId))}>
            {t('publish.goOn')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Whether a publication can be resumed. Files already transferred are not sent again. */
export function mayGoOn({ status }: Publication): boolean {
  return status === 'failed' || status === 'canceled';
}

function Meter({ publication }: Readonly<{ publication: Publication }>) {
  const { progress, doneBytes, totalBytes, remainingSeconds, note, targetName } = publication;
  return (
    <>
      <ProgressBar
        percent={progress}
        label={t('publish.progressOf', { name: nameOf(publication), target: targetName })}
      />
      {note === null ? (
        <span className={shared.soft}>
          {totalBytes > 0 &&
            t('publish.bytes', { done: formats.bytes(doneBytes), total: formats.bytes(totalBytes) })}{' '}
          {remainingSeconds !== null && t('publish.left', { duration: formats.duration(remainingSeconds) })}
        </span>
      ) : (
        <Notice tone="warn">
          <span translate="no">{note}</span>
        </Notice>
      )}
    </>
  );
}

function Outcome({ publication }: Readonly<{ publication: Publication }>) {
  const { status, error, kind, sentFiles, sentBytes, keptFiles, place } = publication;
  if (status === 'canceled') return <Notice>{t('publish.canceledText')}</Notice>;
  if (status === 'failed') {
    return (
      <Notice tone="bad" isAlert>
        <span translate="no">{error}</span>
      </Notice>
    );
  }
  return (
    <Notice tone="good">
      <span>
        {kind === 'rollback'
          ? t('publish.returned')
          : t('publish.sent', { files: sentFiles, size: formats.bytes(sentBytes), kept: keptFiles })}
      </span>
      <span className={shared.soft} translate="no">
        {place}
      </span>
      {isOnDrive(publication) && <b>{t('publish.safe')}</b>}
    </Notice>
  );
}
