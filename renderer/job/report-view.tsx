import { Download, FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Job, Report } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, controlStyles, Empty, Failure, Loading, Notice, Panel } from '../ui/controls.tsx';
import { Dialog } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import styles from './job.module.css';
import { told } from './saved-toast.ts';

/** Report of an export. */
export function ReportView({ job }: Readonly<{ job: Job }>) {
  const isOver = job.status === 'completed' || job.status === 'failed';
  if (!isOver) {
    return (
      <Empty icon={<FileText size={36} aria-hidden />} title={t('report.notYet')}>
        {t('report.notYetText')}
      </Empty>
    );
  }
  return <Loaded job={job} />;
}

function Loaded({ job }: Readonly<{ job: Job }>) {
  const { api, desktop } = useServices();
  const { value: report, error, reload } = useLoad(`report ${job.jobId}`, () => api.report(job.jobId));
  if (error !== undefined) return <Failure message={error} onRetry={reload} />;
  if (!report) return <Loading />;
  const { check, counts } = report;
  return (
    <div className={styles.report}>
      <Notice tone={toneOf(report)}>
        <b>{t(`verdict.${check?.verdict ?? 'none'}` as MessageId)}</b>
        <span translate="no">{report.job.error ?? check?.summary ?? ''}</span>
      </Notice>
      <div className={styles.tiles}>
        <Tile value={counts.pages} label={t('report.pages')} />
        <Tile value={counts.assets} label={t('report.assets')} />
        <Tile value={counts.missing} label={t('report.missing')} isBad />
        <Tile value={report.brokenAtSource.length} label={t('report.broken')} />
        <Tile value={report.thirdParty.length} label={t('report.thirdParty')} />
        <Tile value={check?.faults.length ?? 0} label={t('report.faults')} isBad />
        <Tile value={check?.findings.length ?? 0} label={t('report.findings')} />
      </div>
      <div className={shared.row}>
        <Button small onClick={() => told((desktop ?? api).saveReport(job.jobId), t('report.notSaved'))}>
          <Download size={14} aria-hidden />
          {t('report.save')}
        </Button>
      </div>
      {check && (
        <Panel title={t('report.verification')}>
          <p>
            {t('report.coverage', {
              visited: check.coverage.visited,
              pages: check.coverage.pages,
              layouts: check.coverage.layouts,
              links: check.links.links,
            })}{' '}
            {t('report.browser', {
              browser: check.browser,
              duration: formats.duration(check.durationMs / 1000),
            })}
          </p>
          {check.coverage.cutShort && <Notice tone="warn">{t('report.cutShort')}</Notice>}
          <Causes causes={check.causes ?? []} />
          <Sentences title={t('report.faults')} items={check.faults} />
          <Sentences title={t('report.findings')} items={check.findings} />
        </Panel>
      )}
      {check && check.pages.length > 0 && <SampledPages pages={check.pages} />}
      <Panel title={t('report.lists')}>
        <List
          title={t('report.missing')}
          text={t('report.missingText')}
          rows={report.missing.map(({ url, reason, referrer }) => [url, reason, referrer ?? ''])}
        />
        <List
          title={t('report.brokenTitle')}
          text={t('report.brokenText')}
          rows={report.brokenAtSource.map(groupRow)}
        />
        <List
          title={t('report.thirdPartyTitle')}
          text={t('report.thirdPartyText')}
          rows={report.thirdParty.map(groupRow)}
        />
        <List
          title={t('report.features')}
          text={t('report.featuresText', {
            type: t(`deployment.${report.job.deploymentType}` as MessageId),
          })}
          rows={report.features.map(({ vendor, feature, kept, why }) => [
            vendor,
            `${t(`feature.${feature}` as MessageId)}: ${kept ? t('report.kept') : t('report.removed')}`,
            why,
          ])}
        />
        <List
          title={t('report.outside')}
          text={t('report.outsideText')}
          rows={report.outside.map(groupRow)}
        />
        <List
          title={t('report.skipped')}
          text=""
          rows={report.skipped.map(({ url, reason }) => [url, reason])}
        />
        <List title={t('report.invalid')} text="" rows={report.invalid.map(groupRow)} />
      </Panel>
    </div>
  );
}

function toneOf({ job, check }: Report): 'plain' | 'good' | 'warn' | 'bad' {
  if (job.status === 'failed') return 'bad';
  if (check?.verdict === 'failed') return 'bad';
  return check === null ? 'plain' : check.verdict === 'findings' ? 'warn' : 'good';
}

type Group = Report['brokenAtSource'][number];

function groupRow({ url, reason, pages }: Group): readonly string[] {
  return [
    url,
    reason ?? '',
    pages.slice(0, 3).join(', ') + (pages.length > 3 ? ` … (${formats.number(pages.length)})` : ''),
  ];
}

function Tile({ value, label, isBad = false }: Readonly<{ value: number; label: string; isBad?: boolean }>) {
  return (
    <div className={styles.tile} data-tone={isBad && value > 0 ? 'bad' : undefined}>
      <b>{formats.number(value)}</b>
      <span>{label}</span>
    </div>
  );
}

type ByCause = NonNullable<Report['check']>['causes'];

/** Findings grouped by cause, each with a count and an example. */
function Causes({ causes }: Readonly<{ causes: ByCause }>) {
  if (causes.length === 0) return null;
  return (
    <div>
      <h3>{t('report.causes')}</h3>
      <table className={controlStyles.table}>
        <tbody translate="no">
          {causes.map(({ severity, cause, count, example }) => (
            <tr key={cause}>
              <th scope="row">
                {severity === 'fault'
                  ? t('report.causeFault', { cause })
                  : t('report.causeFinding', { cause })}
              </th>
              <td>{formats.number(count)}</td>
              <td>{example}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SHOWN = 100;

function Sentences({ title, items }: Readonly<{ title: string; items: readonly string[] }>) {
  if (items.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul className={styles.findings} translate="no">
        {items.slice(0, SHOWN).map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {items.length > SHOWN && <p>{t('report.more', { count: items.length - SHOWN })}</p>}
    </div>
  );
}

function List({
  title,
  text,
  rows,
}: Readonly<{ title: string; text: ReactNode; rows: readonly (readonly string[])[] }>) {
  return (
    <details className={styles.list} open={rows.length > 0 && rows.length <= 8}>
      <summary>{t('report.listTitle', { title, count: rows.length })}</summary>
      {text && <p>{text}</p>}
      {rows.length > 0 && (
        <table className={controlStyles.table} translate="no">
          <tbody>
            {rows.slice(0, SHOWN).map(([first = '', ...rest]) => (
              <tr key={`${first} ${rest.join(' ')}`}>
                <td>{first}</td>
                {rest.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their column
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > SHOWN && <p>{t('report.more', { count: rows.length - SHOWN })}</p>}
    </details>
  );
}

type SampledPage = NonNullable<Report['check']>['pages'][number];

function SampledPages({ pages }: Readonly<{ pages: readonly SampledPage[] }>) {
  const [open, setOpen] = useState<SampledPage>();
  return (
    <Panel title={t('report.sampled')}>
      <p className={styles.soft}>{t('report.sampledText')}</p>
      <ul className={styles.cards}>
        {pages.map((page) => (
          <li key={page.path}>
            <button type="button" className={styles.card} onClick={() => setOpen(page)}>
              <span className={styles.pair}>
                <Picture data={page.originalThumbnail} alt={t('report.original')} />
                <Picture data={page.offlineThumbnail} alt={t('report.offline')} />
              </span>
              <span>
                <span className={styles.cardTitle} translate="no" title={page.title}>
                  {page.title || page.path}
                </span>
                <span className={`${styles.clip} ${styles.soft}`} translate="no" title={page.path}>
                  {page.path}
                </span>
                <span className={styles.soft}>{likeness(page)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <Dialog
          size="wide"
          title={open.title || open.path}
          description={likeness(open)}
          onClose={() => setOpen(undefined)}
          foot={<Button onClick={() => setOpen(undefined)}>{t('common.close')}</Button>}
        >
          <div className={styles.pair}>
            <figure>
              <figcaption>{t('report.original')}</figcaption>
              <Picture data={open.originalThumbnail} alt={t('report.original')} />
            </figure>
            <figure>
              <figcaption>{t('report.offline')}</figcaption>
              <Picture data={open.offlineThumbnail} alt={t('report.offline')} />
            </figure>
          </div>
        </Dialog>
      )}
    </Panel>
  );
}

function Picture({ data, alt }: Readonly<{ data: string | undefined; alt: string }>) {
  return data === undefined ? (
    <span className={styles.missing}>{t('report.noPicture')}</span>
  ) : (
    <img src={`data:image/jpeg;base64,${data}`} alt={alt} loading="lazy" />
  );
}

function likeness({ modes, error }: SampledPage): string {
  if (error !== undefined) return error;
  const text = Math.min(1, ...modes.map((mode) => mode.textSimilarity ?? 1));
  const pixels = Math.max(0, ...modes.map((mode) => mode.pixelDifference ?? 0));
  return t('report.likeness', { text: formats.percent(text, 1), pixels: formats.percent(pixels, 2) });
}
