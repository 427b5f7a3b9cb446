import { type FormEvent, type ReactElement, useId, useState } from 'react';
import type { Job, NewPublication, Publication, Target } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { hrefOf } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, buttonClass, Failure, Field, Input, Loading, Select } from '../ui/controls.tsx';
import { Dialog } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import { byLastUse } from './use-publications.ts';

type End = Readonly<{ onClose: () => void; onStarted: (publication: Publication) => void }>;
type Bundle = Pick<Job, 'jobId' | 'domain' | 'version'>;

/** Dialog to publish a job's bundle to a target. The most recently used target comes first. */
export function PublishDialog({ job, ...end }: Readonly<{ job: Bundle }> & End) {
  const { api } = useServices();
  const { value, error, reload } = useLoad('targets-by-use', async () =>
    byLastUse(await api.targets(), await api.publications({ limit: 1000 })),
  );
  const [chosen, setChosen] = useState<string>();
  const target = value?.find(({ targetId }) => targetId === chosen) ?? value?.[0];
  return (
    <Order
      title={t('publish.title', { name: [job.domain, job.version].filter(Boolean).join(' ') })}
      order={target && { targetId: target.targetId, jobId: job.jobId }}
      {...end}
    >
      {error !== undefined ? (
        <Failure message={error} onRetry={reload} />
      ) : !value ? (
        <Loading />
      ) : target ? (
        <Field label={t('publish.target')} hint={<TargetHint target={target} />}>
          <Select value={target.targetId} onChange={(event) => setChosen(event.target.value)} translate="no">
            {value.map(({ targetId, name }) => (
              <option key={targetId} value={targetId}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <>
          <p>{t('publish.noTarget')}</p>
          <div>
            <a className={buttonClass({ look: 'primary' })} href={hrefOf({ page: 'publications' })}>
              {t('target.add')}
            </a>
          </div>
        </>
      )}
    </Order>
  );
}

function TargetHint({ target }: Readonly<{ target: Target }>) {
  return (
    <>
      <span translate="no">{target.place}</span> · {t(`target.shape.${target.shape}`)}
    </>
  );
}

/** Number of recent exports offered. */
const OFFERED = 200;

/** Dialog to publish a bundle to a given target. */
export function PublishOnDialog({ target, ...end }: Readonly<{ target: Target }> & End) {
  const { api } = useServices();
  const { value, error, reload } = useLoad('publishable', () =>
    api.jobs({ status: 'completed', limit: OFFERED, sort: '-createdAt' }),
  );
  const [chosen, setChosen] = useState<string>();
  const jobs = value?.jobs ?? [];
  const job = jobs.find(({ jobId }) => jobId === chosen) ?? jobs[0];
  return (
    <Order
      title={t('publish.onTitle', { target: target.name })}
      order={job && { targetId: target.targetId, jobId: job.jobId }}
      {...end}
    >
      {error !== undefined ? (
        <Failure message={error} onRetry={reload} />
      ) : !value ? (
        <Loading />
      ) : job ? (
        <Field
          label={t('publish.which')}
          hint={value.nextCursor !== null && t('publish.newest', { count: OFFERED })}
        >
          <Select value={job.jobId} onChange={(event) => setChosen(event.target.value)} translate="no">
            {jobs.map(({ jobId, domain, version, createdAt }) => (
              <option key={jobId} value={jobId}>
                {`${domain} ${version ?? jobId} · ${formats.dateTime(createdAt)}`}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <p>{t('publish.noBundle')}</p>
      )}
    </Order>
  );
}

/** Fields and submit button shared by both dialogs. */
function Order({
  title,
  order,
  onClose,
  onStarted,
  children,
}: Readonly<{
  title: string;
  /** Undefined while there is no bundle or no target. */
  order: NewPublication | undefined;
  children: ReactElement;
}> &
  End) {
  const { api } = useServices();
  const form = useId();
  const [version, setVersion] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!order) return;
    setBusy(true);
    setFault(undefined);
    try {
      onStarted(await api.publish({ ...order, ...(version !== '' && { version }) }));
      onClose();
    } catch (error) {
      setFault((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {order && (
            <Button type="submit" form={form} look="primary" isBusy={isBusy}>
              {t('publish.action')}
            </Button>
          )}
        </>
      }
    >
      <form id={form} className={shared.form} onSubmit={submit}>
        {children}
        {order && (
          <details className={shared.more}>
            <summary>{t('newExport.options')}</summary>
            <Field label={t('publish.version')} hint={t('publish.versionHint')}>
              <Input
                value={version}
                maxLength={64}
                pattern="[A-Za-z0-9._\-]+"
                spellCheck={false}
                translate="no"
                onChange={(event) => setVersion(event.target.value)}
              />
            </Field>
          </details>
        )}
      </form>
      {fault !== undefined && <Failure message={fault} />}
    </Dialog>
  );
}
