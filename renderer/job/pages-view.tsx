import { useVirtualizer } from '@tanstack/react-virtual';
import { CircleAlert, CircleCheck, CircleMinus, Clock, FileSearch } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Job, PageEntry } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Badge, controlStyles, Empty, Failure, Input, Loading, Select, type Tone } from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import styles from './job.module.css';
import { usePages } from './use-pages.ts';
import { isLoopback } from './values-yaml.ts';

const ROW_HEIGHT = 49;
const KINDS = ['', 'page', 'asset', 'redirect', 'unknown'] as const;
const STATUSES = ['', 'done', 'failed', 'skipped', 'queued'] as const;

/** Table of all addresses of a job, with kind and status. */
export function PagesView({ job }: Readonly<{ job: Job }>) {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('');
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('');
  const [search, setSearch] = useState('');
  const { pages, total, error, isWhole, more, reload } = usePages(job, kind, status, search);
  const open = useOpenPage(job);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: pages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= pages.length - 20) more();
  }, [last, pages.length, more]);
  const above = rows[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (rows.at(-1)?.end ?? 0);
  return (
    <>
      <div className={styles.bar}>
        <Choice label={t('pages.kind')} value={kind} values={KINDS} prefix="kind" onChange={setKind} />
        <Choice
          label={t('pages.status')}
          value={status}
          values={STATUSES}
          prefix="pageStatus"
          onChange={setStatus}
        />
        <span className={`${styles.soft} ${styles.grow}`}>
          {total !== undefined && t('pages.count', { count: total })}
        </span>
        <Input
          type="search"
          className={styles.find}
          aria-label={t('pages.search')}
          placeholder={t('pages.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {error !== undefined ? (
        <Failure message={error} onRetry={reload} />
      ) : pages.length === 0 && !isWhole ? (
        <Loading />
      ) : pages.length === 0 ? (
        <Empty icon={<FileSearch size={36} aria-hidden />} title={t('pages.none')}>
          {kind === '' && status === '' && search === '' ? t('pages.noneYet') : t('pages.noneLike')}
        </Empty>
      ) : (
        <div
          className={styles.scroll}
          data-scroll="pages"
          ref={scroller}
          tabIndex={0}
          role="region"
          aria-label={t('job.tab.pages')}
        >
          <table
            className={`${controlStyles.table} ${styles.pages}`}
            aria-rowcount={total === undefined ? -1 : total + 1}
          >
            <colgroup>
              <col />
              <col style={{ width: 150 }} />
              <col style={{ width: '26%' }} />
              <col style={{ width: 88 }} />
              <col style={{ width: 100 }} />
            </colgroup>
            <thead>
              <tr aria-rowindex={1}>
                <th scope="col">{t('pages.column.url')}</th>
                <th scope="col">{t('pages.column.status')}</th>
                <th scope="col">{t('pages.column.why')}</th>
                <th scope="col" className={controlStyles.number}>
                  {t('pages.column.size')}
                </th>
                <th scope="col" className={controlStyles.number}>
                  {t('pages.column.duration')}
                </th>
              </tr>
            </thead>
            <tbody>
              {above > 0 && <Spacer height={above} />}
              {rows.map(({ index }) => {
                const page = pages[index];
                return page && <Row key={page.url} page={page} index={index} onOpen={open} />;
              })}
              {below > 0 && <Spacer height={below} />}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** Returns a function that opens a page of the exported site in a tab; undefined if the site cannot be shown. */
function useOpenPage(job: Job): ((page: PageEntry) => void) | undefined {
  const { api, desktop } = useServices();
  if (job.status !== 'completed' || (!desktop && !isLoopback(location.href))) return undefined;
  return ({ path }) => {
    api.showSite(job.jobId).then(
      ({ siteUrl }) => window.open(new URL(path ?? '', siteUrl), '_blank', 'noopener,noreferrer'),
      (error: Error) => toast(t('pages.notOpened'), { detail: error.message, isError: true }),
    );
  };
}

function Row({
  page,
  index,
  onOpen,
}: Readonly<{ page: PageEntry; index: number; onOpen: ((page: PageEntry) => void) | undefined }>) {
  return (
    <tr aria-rowindex={index + 2}>
      <td translate="no">
        {onOpen && page.kind === 'page' && page.path !== null ? (
          <button
            type="button"
            className={`${styles.clip} ${styles.page}`}
            title={page.url}
            onClick={() => onOpen(page)}
          >
            {page.url}
          </button>
        ) : (
          <span className={styles.clip} title={page.url}>
            {page.url}
          </span>
        )}
        <span className={`${styles.clip} ${styles.soft}`}>{page.title ?? ''}</span>
      </td>
      <td>
        <Outcome page={page} />
      </td>
      <td>
        <span className={styles.clip} translate="no" title={page.reason ?? undefined}>
          {page.reason ?? ''}
        </span>
        <span className={`${styles.clip} ${styles.soft}`}>
          {t(`kind.${page.kind}` as MessageId)}
          {page.httpStatus !== null && ` · ${page.httpStatus}`}
        </span>
      </td>
      <td className={controlStyles.number}>{page.sizeBytes === null ? '' : formats.bytes(page.sizeBytes)}</td>
      <td className={controlStyles.number}>
        {page.durationMs === null ? '' : t('pages.ms', { value: Math.round(page.durationMs) })}
      </td>
    </tr>
  );
}

const OUTCOMES: Readonly<Record<PageEntry['status'], readonly [Tone, ReactNode]>> = {
  done: ['good', <CircleCheck key="done" size={13} aria-hidden />],
  failed: ['bad', <CircleAlert key="failed" size={13} aria-hidden />],
  skipped: ['plain', <CircleMinus key="skipped" size={13} aria-hidden />],
  queued: ['plain', <Clock key="queued" size={13} aria-hidden />],
};

function Outcome({ page }: Readonly<{ page: PageEntry }>) {
  const [tone, icon] = OUTCOMES[page.status];
  return (
    <Badge tone={tone} icon={icon}>
      {t(`pageStatus.${page.status}` as MessageId)}
    </Badge>
  );
}

function Spacer({ height }: Readonly<{ height: number }>) {
  return (
    <tr className={styles.spacer} aria-hidden>
      <td colSpan={5} style={{ height }} />
    </tr>
  );
}

function Choice<T extends string>({
  label,
  value,
  values,
  prefix,
  onChange,
}: Readonly<{
  label: string;
  value: T;
  values: readonly T[];
  prefix: 'kind' | 'pageStatus';
  onChange: (value: T) => void;
}>) {
  return (
    <Select aria-label={label} value={value} onChange={(event) => onChange(event.target.value as T)}>
      {values.map((one) => (
        <option key={one} value={one}>
          {t(`${prefix}.${one === '' ? 'any' : one}` as MessageId)}
        </option>
      ))}
    </Select>
  );
}
