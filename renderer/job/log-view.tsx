import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDownToLine } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Job, JobEventKind, LogEvent, PageEntry, TransitionName } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, CopyButton, Empty, Input, Loading, Notice, Select } from '../ui/controls.tsx';
import styles from './job.module.css';
import { usePages } from './use-pages.ts';

const AT_END_PX = 24;
const LINE_HEIGHT = 28;
const KINDS = ['all', 'steps', 'turns', 'pages', 'problems'] as const;
type Kind = (typeof KINDS)[number];
const PROBLEMS: readonly string[] = ['failed', 'not-published', 'paused'];

type Line = Readonly<{ key: string; at?: string; text: string; more?: string; isBad: boolean }>;

/**
 * The live log of a job; a search or the filter also lists every address it read. Addresses have no timestamp, so their
 * lines start in the time column.
 */
export function LogView({ job }: Readonly<{ job: Job }>) {
  const events = useEvents(job);
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<Kind>('all');
  const [isFollowing, setFollowing] = useState(true);
  const wanted = search.trim().toLowerCase();
  const withPages = kind === 'pages' || kind === 'problems' || (kind === 'all' && wanted !== '');
  const status = kind === 'problems' ? 'failed' : '';
  const found = usePages(job, '', status, search);
  const pages = withPages ? found.pages : [];
  const lines = [
    ...events
      .filter((event) => isOf(event, kind))
      .map(lineOf)
      .filter(({ text, more = '' }) => `${text} ${more}`.toLowerCase().includes(wanted)),
    ...pages.map(lineOfPage),
  ];
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 20,
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? -1;
  const { more } = found;
  useEffect(() => {
    if (withPages && last >= lines.length - 20) more();
  }, [withPages, last, lines.length, more]);
  const count = lines.length;
  useEffect(() => {
    if (isFollowing && !withPages && count > 0) virtual.scrollToIndex(count - 1, { align: 'end' });
  }, [count, isFollowing, withPages, virtual]);

  return (
    <>
      {job.pauseReason !== undefined && (
        <Notice tone="warn">
          <span translate="no">{job.pauseReason}</span>
        </Notice>
      )}
      <div className={styles.bar}>
        <Input
          type="search"
          aria-label={t('log.search')}
          placeholder={t('log.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          style={{ maxWidth: 280 }}
        />
        <Select
          aria-label={t('log.kind')}
          value={kind}
          onChange={(event) => setKind(event.target.value as Kind)}
        >
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {t(`log.kind.${one}`)}
            </option>
          ))}
        </Select>
        <span className={`${styles.soft} ${styles.grow}`}>
          {withPages && found.total !== undefined && t('pages.count', { count: found.total })}
        </span>
        <Button aria-pressed={isFollowing} onClick={() => setFollowing(!isFollowing)}>
          <ArrowDownToLine size={14} aria-hidden />
          {isFollowing ? t('log.following') : t('log.follow')}
        </Button>
        <CopyButton
          small={false}
          text={lines.map(({ at = '', text, more: rest = '' }) => `${at}  ${text} ${rest}`.trim()).join('\n')}
          label={t('log.copy')}
        />
      </div>
      <div
        className={styles.log}
        ref={frame}
        tabIndex={0}
        role="log"
        aria-label={t('job.tab.log')}
        aria-live="off"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
          setFollowing(scrollTop + clientHeight >= scrollHeight - AT_END_PX)
        }
      >
        {events.length === 0 ? (
          <div style={{ padding: 16 }}>
            <Loading />
          </div>
        ) : lines.length === 0 ? (
          <Empty icon={null} title={t('log.none')} />
        ) : (
          <ol style={{ height: virtual.getTotalSize() }}>
            {rows.map(({ index, start, key }) => {
              const line = lines[index];
              return (
                line && (
                  <li
                    key={key}
                    ref={virtual.measureElement}
                    data-index={index}
                    data-tone={line.isBad ? 'bad' : undefined}
                    style={{ transform: `translateY(${start}px)` }}
                    aria-setsize={lines.length}
                    aria-posinset={index + 1}
                  >
                    {line.at !== undefined && <time dateTime={line.at}>{formats.time(line.at)}</time>}
                    <span>
                      {line.text}
                      {line.more !== undefined && <span translate="no"> {line.more}</span>}
                    </span>
                  </li>
                )
              );
            })}
          </ol>
        )}
      </div>
    </>
  );
}

/** Follows the events of a job. Batches them, since thousands arrive at once when the page opens. */
function useEvents({ jobId }: Job): readonly LogEvent[] {
  const { live } = useServices();
  const [events, setEvents] = useState<readonly LogEvent[]>([]);
  useEffect(() => {
    setEvents([]);
    let waiting: LogEvent[] = [];
    let frame: number | undefined;
    const stop = live.followJob(jobId, (event) => {
      waiting.push(event);
      frame ??= requestAnimationFrame(() => {
        const come = waiting;
        [waiting, frame] = [[], undefined];
        setEvents((old) => [...old, ...come]);
      });
    });
    return () => {
      stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [live, jobId]);
  return events;
}

function isOf({ kind }: LogEvent, wanted: Kind): boolean {
  if (wanted === 'all' || wanted === 'steps') return true;
  if (wanted === 'turns') return kind === 'turned-back';
  return wanted === 'problems' && PROBLEMS.includes(kind);
}

function lineOf(event: LogEvent): Line {
  const { id, at, kind, detail } = event;
  const { error } = detail;
  const facts = { key: `event ${id}`, at, text: textOf(event), isBad: kind === 'failed' };
  return typeof error === 'string' ? { ...facts, more: error } : facts;
}

function lineOfPage({ url, status, kind, reason, title }: PageEntry): Line {
  const what = `${t(`kind.${kind}`)} · ${t(`pageStatus.${status}`)}`;
  const more = [url, reason ?? title].filter(Boolean).join(' · ');
  return { key: `page ${url}`, text: what, more, isBad: status === 'failed' };
}

function textOf({ kind, detail }: LogEvent): string {
  switch (kind) {
    case 'phase':
      return t('log.phase', { phase: t(`phase.${detail.phase}` as MessageId) });
    case 'resumed': {
      const inFlight = Array.isArray(detail.inFlight) ? detail.inFlight.length : 0;
      return inFlight > 0 ? t('log.resumedInFlight', { count: inFlight }) : t('log.resumed');
    }
    case 'completed':
      return t('log.completed', { verdict: t(`verdict.${detail.verdict}` as MessageId) });
    case 'checked-out':
      return t('log.checked-out', {
        commit: String(detail.commit).slice(0, 12),
        leftOut: Number(detail.leftOut),
      });
    case 'rendered':
      return t('log.rendered', { pages: Number(detail.pages), findings: Number(detail.findings) });
    case 'publication-queued':
      return t('log.publication-queued', { target: String(detail.targetName) });
    case 'not-published':
      return t(`log.not-published.${detail.why as 'target-removed' | 'verification-failed'}`, {
        target: String(detail.targetId),
      });
    case 'turned-back':
      return t(`turn.${detail.why as TransitionName}`);
    default:
      return t(`log.${kind as Exclude<JobEventKind, 'turned-back' | 'not-published'>}`);
  }
}
