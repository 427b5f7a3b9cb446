import { Columns2, Rows2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { AgentComment, AgentDetail, LogEvent } from '../../server/api/wire.types.ts';
import type { AgentPlace } from '../api/live.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { usePreferences } from '../state/preferences.ts';
import { useServices } from '../state/services.ts';
import { Button, Empty, Failure, Loading, Notice } from '../ui/controls.tsx';
import { ChangePreviewPanel } from './change-preview.tsx';
import styles from './diff.module.css';
import { DiffTable } from './diff-table.tsx';
import { ExportPanel } from './export-panel.tsx';
import { type PatchFile, parsePatch } from './patch.ts';
import { ReviewBar } from './review-bar.tsx';

/** The changes of a job, with comments, review and export. */
export function ChangesView({
  place,
  detail,
  log,
  comments,
  onComments,
  onDecided,
}: Readonly<{
  place: AgentPlace;
  detail: AgentDetail;
  log: readonly LogEvent[];
  comments: readonly AgentComment[];
  onComments: (comments: readonly AgentComment[]) => void;
  onDecided: () => void;
}>) {
  const { api } = useServices();
  const { diffView, set } = usePreferences();
  const diff = useLoad(`diff ${place.jobId}`, () => api.agentDiff(place));
  const [chosen, setChosen] = useState('');
  const changes = changesIn(log);
  const { reload } = diff;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is looked at anew
  useEffect(() => reload(), [reload, changes]);

  const files = useMemo(() => (diff.value ? filesOf(diff.value.patch, diff.value.files) : []), [diff.value]);
  const found = files.findIndex(({ path }) => path === chosen);
  const index = Math.max(0, found);
  const file = files[index];

  const onKeyDown = (event: KeyboardEvent): void => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as HTMLElement).tagName);
    const step = event.key === ']' ? 1 : event.key === '[' ? -1 : 0;
    if (step === 0 || isTyping || event.ctrlKey || event.metaKey) return;
    const next = files[(index + step + files.length) % files.length];
    if (next) setChosen(next.path);
    event.preventDefault();
  };

  if (!diff.value) {
    return diff.error === undefined ? <Loading /> : <Failure message={diff.error} onRetry={reload} />;
  }
  const canComment = detail.job.status !== 'archived';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: brackets go from file to file, wherever in it one is
    <div className={styles.changes} onKeyDown={onKeyDown}>
      <ReviewBar
        place={place}
        detail={detail}
        hasChanges={files.length > 0}
        comments={comments}
        onComments={onComments}
        onDecided={onDecided}
      />
      {diff.value.wasCut && <Notice tone="warn">{t('changes.wasCut')}</Notice>}
      {!file ? (
        <Empty icon={null} title={t('changes.none')}>
          {t(detail.job.status === 'active' ? 'changes.noneYet' : 'changes.noneText')}
        </Empty>
      ) : (
        <div className={styles.split}>
          <nav className={styles.files} aria-label={t('changes.files')}>
            <h2>{t('changes.count', { count: files.length })}</h2>
            <ul>
              {files.map((one, place) => (
                <li key={one.path}>
                  <FileButton
                    file={one}
                    isCurrent={place === index}
                    comments={comments.filter(({ path }) => path === one.path).length}
                    onSelect={() => setChosen(one.path)}
                  />
                </li>
              ))}
            </ul>
          </nav>
          <div className={styles.right}>
            <div className={styles.head}>
              <h2 translate="no">
                {file.from !== undefined && `${file.from} → `}
                {file.path}
              </h2>
              <div className={styles.views} role="group" aria-label={t('changes.view')}>
                {(['unified', 'split'] as const).map((view) => (
                  <Button
                    key={view}
                    small
                    aria-pressed={diffView === view}
                    onClick={() => set({ diffView: view })}
                  >
                    {view === 'unified' ? (
                      <Rows2 size={14} aria-hidden />
                    ) : (
                      <Columns2 size={14} aria-hidden />
                    )}
                    {t(`changes.view.${view}` as MessageId)}
                  </Button>
                ))}
              </div>
            </div>
            <DiffTable
              key={`${file.path} ${diffView}`}
              file={file}
              isCut={file.hunks.length === 0 && diff.value.wasCut}
              view={diffView}
              comments={comments.filter(({ path }) => path === file.path)}
              onAdd={
                canComment
                  ? (line, text) => onComments([...comments, { path: file.path, line, text }])
                  : undefined
              }
              onRemove={(comment) => onComments(comments.filter((one) => one !== comment))}
            />
          </div>
        </div>
      )}
      {files.some(({ path }) => /\.(mdx?|json)$/.test(path)) && <ChangePreviewPanel place={place} />}
      {files.length > 0 && <ExportPanel place={place} />}
    </div>
  );
}

function FileButton({
  file,
  isCurrent,
  comments,
  onSelect,
}: Readonly<{ file: PatchFile; isCurrent: boolean; comments: number; onSelect: () => void }>) {
  return (
    <button type="button" className={styles.file} aria-current={isCurrent || undefined} onClick={onSelect}>
      <span translate="no" title={file.path}>
        {file.path}
      </span>
      <small>
        {file.kind !== 'changed' && <span>{t(`changes.kind.${file.kind}` as MessageId)} </span>}
        {file.isBinary ? (
          t('changes.binary')
        ) : (
          <>
            <span className={styles.plus}>+{formats.number(file.added)}</span>{' '}
            <span className={styles.minus}>−{formats.number(file.removed)}</span>
          </>
        )}
        {comments > 0 && <span> · {t('changes.comments', { count: comments })}</span>}
      </small>
    </button>
  );
}

/** Returns the files in the patch, plus those missing from it because it was truncated. */
function filesOf(
  patch: string,
  all: readonly Readonly<{ path: string; added: number | null; removed: number | null }>[],
): PatchFile[] {
  const files = parsePatch(patch);
  const known = new Set(files.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])));
  const missing = all
    .filter(({ path }) => !known.has(path))
    .map(
      ({ path, added, removed }): PatchFile => ({
        path,
        kind: 'changed',
        from: undefined,
        isBinary: added === null,
        added: added ?? 0,
        removed: removed ?? 0,
        hunks: [],
      }),
    );
  return [...files, ...missing];
}

/** Counts the log events with changes: commits, imports and tool results that changed files. */
function changesIn(log: readonly LogEvent[]): number {
  return log.filter(
    ({ kind, detail }) =>
      kind === 'committed' ||
      kind === 'imported' ||
      (kind === 'result' && Array.isArray(detail.changes) && detail.changes.length > 0),
  ).length;
}
