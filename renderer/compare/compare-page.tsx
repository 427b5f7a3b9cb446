import { useState } from 'react';
import type { Comparison, Job } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { hrefOf, navigate } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { siteOf } from '../state/sites.ts';
import { Button, Failure, Field, Loading, Notice, Panel, Select } from '../ui/controls.tsx';
import { Page } from '../ui/page.tsx';
import shared from '../ui/shared.module.css';
import styles from './compare.module.css';
import { PageChanges } from './page-changes.tsx';
import { kinds, type PageKind, pagesOf } from './page-kinds.ts';

const EXPORTS_MAX = 100;

/** Page that compares two exports of a site. */
export default function ComparePage({ jobId, base }: Readonly<{ jobId: string; base: string | undefined }>) {
  const { api, sites } = useServices();
  const { value: job, error } = useLoad(jobId, () => api.job(jobId));
  const compared = useLoad(`comparison ${jobId} ${base}`, () => api.comparison(jobId, base));
  const back = { href: hrefOf({ page: 'job', jobId, tab: 'overview' }), label: t('job.title') };
  const { names } = sites();
  const name = job && siteOf(names, job);
  return (
    <Page
      title={t('compare.title')}
      subtitle={name !== undefined && <span translate="no">{name}</span>}
      back={back}
      actions={job && <Choice job={job} base={base ?? compared.value?.base.jobId} />}
    >
      {error !== undefined ? (
        <Failure message={error} />
      ) : compared.error !== undefined ? (
        <Failure message={compared.error} onRetry={compared.reload} />
      ) : !compared.value ? (
        <Loading />
      ) : (
        <Found key={`${compared.value.base.jobId} ${jobId}`} comparison={compared.value} />
      )}
    </Page>
  );
}

/** Selects the two exports to compare. */
function Choice({ job, base }: Readonly<{ job: Job; base: string | undefined }>) {
  const { api } = useServices();
  const { value } = useLoad(`completed ${job.projectId}`, () =>
    api.jobs({ projectId: job.projectId, status: 'completed', limit: EXPORTS_MAX, sort: '-createdAt' }),
  );
  const jobs = value?.jobs ?? [job];
  const choose = (target: string, from: string | undefined): void =>
    navigate({ page: 'compare', jobId: target, base: from });
  const options = jobs.map(({ jobId, version, createdAt }) => (
    <option key={jobId} value={jobId}>
      {t('compare.export', { version: version ?? jobId, age: formats.ago(createdAt) })}
    </option>
  ));
  return (
    <>
      <Field label={t('compare.base')}>
        <Select value={base ?? ''} onChange={(event) => choose(job.jobId, event.target.value)}>
          {base === undefined && <option value="" />}
          {options}
        </Select>
      </Field>
      <Field label={t('compare.target')}>
        <Select value={job.jobId} onChange={(event) => choose(event.target.value, base)}>
          {options}
        </Select>
      </Field>
    </>
  );
}

function Found({ comparison }: Readonly<{ comparison: Comparison }>) {
  const counts = kinds.map((kind) => [kind, pagesOf(comparison, kind).length] as const);
  const [kind, setKind] = useState<PageKind>(counts.find(([, count]) => count > 0)?.[0] ?? 'text');
  const { isSame, files, pages, repeated } = comparison;
  if (isSame) return <Notice tone="good">{t('compare.same')}</Notice>;
  return (
    <>
      <div className={styles.kinds} role="group" aria-label={t('compare.kinds')}>
        {counts.map(([one, count]) => (
          <Button
            key={one}
            aria-pressed={one === kind}
            disabled={count === 0}
            onClick={() => setKind(one)}
            title={count === 0 ? t('compare.none') : t(`compare.about.${one}` as MessageId)}
          >
            {t(`compare.count.${one}` as MessageId)}
            <span className={styles.count}>{formats.number(count)}</span>
          </Button>
        ))}
      </div>
      <p className={shared.soft}>
        {t(`compare.about.${kind}` as MessageId)} {t('compare.unchanged', { count: pages.unchanged })}{' '}
        {t('compare.files', files)}
      </p>
      {kind === 'around' && repeated.length > 0 && <Repeated comparison={comparison} />}
      <PageChanges key={kind} comparison={comparison} kind={kind} />
    </>
  );
}

/** Lines with the same change on many pages. */
function Repeated({ comparison: { repeated } }: Readonly<{ comparison: Comparison }>) {
  return (
    <Panel title={t('compare.repeated')}>
      <ul className={styles.repeated}>
        {repeated.map(({ pages, removed, added, example }) => (
          <li key={JSON.stringify([removed, added])}>
            <span className={shared.soft}>{t('compare.repeatedOn', { count: pages })}</span>
            <div className={styles.lines} title={example}>
              {removed.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines stay
                <Line key={`-${index}`} kind="removed" text={line} />
              ))}
              {added.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines stay
                <Line key={`+${index}`} kind="added" text={line} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Line({ kind, text }: Readonly<{ kind: 'added' | 'removed'; text: string }>) {
  return (
    <div data-kind={kind}>
      <span className="visually-hidden">{t(`changes.${kind}`)}</span>
      <span translate="no">{text}</span>
    </div>
  );
}
