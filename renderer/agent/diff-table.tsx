import { MessageSquarePlus } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { AgentComment } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { Button, Field, Notice, TextArea } from '../ui/controls.tsx';
import { useNeeded } from '../ui/use-needed.ts';
import styles from './diff.module.css';
import { showInvisibleCharacters } from './invisible-characters.ts';
import { type Pair, type PatchFile, type PatchLine, pairsOf } from './patch.ts';

/** More lines are shown on request: nobody can use a page of ten thousand lines. */
const LINES_AT_ONCE = 500;

const UNIFIED = ['number', 'number', 'sign', 'text'] as const;
const SPLIT = ['number', 'text', 'number', 'sign', 'text'] as const;

type Row =
  | Readonly<{ kind: 'hunk'; header: string }>
  | Readonly<{ kind: 'line'; line: PatchLine }>
  | Readonly<{ kind: 'pair'; pair: Pair }>;

/**
 * Grid with the lines of one changed text file: a single tab stop, arrow keys within it, Enter to comment.
 * @param onAdd undefined if comments are no longer possible
 */
export function DiffTable({
  file,
  isCut,
  view,
  comments,
  onAdd,
  onRemove,
}: Readonly<{
  file: PatchFile;
  isCut: boolean;
  view: 'unified' | 'split';
  comments: readonly AgentComment[];
  onAdd: ((line: number | null, text: string) => void) | undefined;
  onRemove: (comment: AgentComment) => void;
}>) {
  const [shown, setShown] = useState(LINES_AT_ONCE);
  const [current, setCurrent] = useState(0);
  /** Line of the open comment form; null for a comment on the whole file. */
  const [writing, setWriting] = useState<number | null>();
  const table = useRef<HTMLTableElement>(null);
  const wantsFocus = useRef(false);
  const rows = file.hunks.flatMap((hunk): Row[] => [
    { kind: 'hunk', header: hunk.header },
    ...(view === 'unified'
      ? hunk.lines.map((line): Row => ({ kind: 'line', line }))
      : pairsOf(hunk.lines).map((pair): Row => ({ kind: 'pair', pair }))),
  ]);
  const visibleRows = rows.slice(0, shown);

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    table.current?.querySelector<HTMLElement>(`[data-line="${current}"]`)?.focus();
  });

  const write = (row: Row | undefined): void => {
    const line = row && lineOf(row);
    if (onAdd && line != null) setWriting(line);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.target as HTMLElement).dataset.line === undefined) return;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 20,
      PageUp: current - 20,
      Home: 0,
      End: visibleRows.length - 1,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      setCurrent(Math.max(0, Math.min(visibleRows.length - 1, step)));
      wantsFocus.current = true;
    } else if (event.key === 'Enter') write(visibleRows[current]);
    else return;
    event.preventDefault();
  };
  const done = (text: string | undefined): void => {
    if (text !== undefined && writing !== undefined) onAdd?.(writing, text);
    setWriting(undefined);
    wantsFocus.current = true;
  };
  const columns = (view === 'unified' ? UNIFIED : SPLIT).length;

  return (
    <>
      {comments
        .filter(({ line }) => line == null)
        .map((comment) => (
          <CommentBox key={comment.text} comment={comment} onRemove={onRemove} />
        ))}
      {onAdd &&
        (writing === null ? (
          <CommentForm label={t('changes.commentFile')} onDone={done} />
        ) : (
          <div>
            <Button small onClick={() => setWriting(null)}>
              <MessageSquarePlus size={14} aria-hidden />
              {t('changes.commentFile')}
            </Button>
          </div>
        ))}
      {rows.length === 0 ? (
        <Notice>
          {t(
            isCut
              ? 'changes.cutHere'
              : file.isBinary
                ? 'changes.binaryText'
                : file.kind === 'moved'
                  ? 'changes.movedText'
                  : 'changes.emptyText',
          )}
        </Notice>
      ) : (
        <div className={styles.frame}>
          <table
            ref={table}
            className={styles.table}
            data-view={view}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrows go through it (ARIA APG, grid)
            role="grid"
            aria-label={t('changes.linesOf', { file: file.path })}
            aria-rowcount={rows.length}
            onKeyDown={onKeyDown}
          >
            <colgroup>
              {(view === 'unified' ? UNIFIED : SPLIT).map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay
                <col key={index} className={styles[column]} />
              ))}
            </colgroup>
            <tbody>
              {visibleRows.map((row, index) => {
                const line = lineOf(row);
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a file stay where they are
                  <Fragment key={index}>
                    <tr
                      aria-rowindex={index + 1}
                      tabIndex={index === current ? 0 : -1}
                      data-line={index}
                      data-kind={row.kind === 'line' ? row.line.kind : row.kind}
                      onFocus={() => setCurrent(index)}
                    >
                      <Cells row={row} columns={columns}>
                        {onAdd && line != null && (
                          <button
                            type="button"
                            tabIndex={-1}
                            className={styles.add}
                            aria-label={t('changes.commentLine', { line })}
                            title={t('changes.commentLine', { line })}
                            onClick={() => write(row)}
                          >
                            <MessageSquarePlus size={14} aria-hidden />
                          </button>
                        )}
                      </Cells>
                    </tr>
                    {line != null && (
                      <Talk
                        columns={columns}
                        comments={comments.filter((one) => one.line === line)}
                        onRemove={onRemove}
                        form={
                          writing === line ? (
                            <CommentForm label={t('changes.commentLine', { line })} onDone={done} />
                          ) : undefined
                        }
                      />
                    )}
                  </Fragment>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + 4 * LINES_AT_ONCE)}>
            {t('changes.more', { count: rows.length - shown })}
          </Button>
        </div>
      )}
    </>
  );
}

/** Returns the number of the new file's line in a row. Only such lines can have comments. */
function lineOf(row: Row): number | null {
  if (row.kind === 'line') return row.line.new;
  return row.kind === 'pair' ? (row.pair.right?.new ?? null) : null;
}

const SIGNS = { same: '', added: '+', removed: '−', note: '' } as const;

function Cells({ row, columns, children }: Readonly<{ row: Row; columns: number; children: ReactNode }>) {
  if (row.kind === 'hunk') {
    return (
      <td colSpan={columns} className={styles.hunk} translate="no">
        {row.header}
      </td>
    );
  }
  if (row.kind === 'line') {
    const { line } = row;
    return (
      <>
        <td className={styles.number}>{line.old}</td>
        <td className={styles.number}>{line.new}</td>
        <td className={styles.sign} translate="no">
          {SIGNS[line.kind]}
          {children}
        </td>
        <Code line={line} />
      </>
    );
  }
  const { left, right } = row.pair;
  return (
    <>
      <td className={styles.number}>{left?.old}</td>
      <Code line={left} />
      <td className={styles.number}>{right?.new}</td>
      <td className={styles.sign}>{children}</td>
      <Code line={right} />
    </>
  );
}

function Code({ line }: Readonly<{ line: PatchLine | undefined }>) {
  const said =
    line?.kind === 'added' ? t('changes.added') : line?.kind === 'removed' ? t('changes.removed') : '';
  return (
    <td className={styles.code} data-kind={line?.kind ?? 'none'}>
      {said !== '' && <span className="visually-hidden">{said}</span>}
      <span translate="no">{showInvisibleCharacters(line?.text ?? '')}</span>
    </td>
  );
}

function Talk({
  columns,
  comments,
  onRemove,
  form,
}: Readonly<{
  columns: number;
  comments: readonly AgentComment[];
  onRemove: (comment: AgentComment) => void;
  form: ReactNode;
}>) {
  if (comments.length === 0 && !form) return null;
  return (
    <tr className={styles.talk}>
      <td colSpan={columns}>
        {comments.map((comment) => (
          <CommentBox key={comment.text} comment={comment} onRemove={onRemove} />
        ))}
        {form}
      </td>
    </tr>
  );
}

function CommentBox({
  comment,
  onRemove,
}: Readonly<{ comment: AgentComment; onRemove: (comment: AgentComment) => void }>) {
  return (
    <div className={styles.comment}>
      <span translate="no">{comment.text}</span>
      <Button small look="quiet" onClick={() => onRemove(comment)}>
        {t('changes.removeComment')}
      </Button>
    </div>
  );
}

function CommentForm({
  label,
  onDone,
}: Readonly<{ label: string; onDone: (text: string | undefined) => void }>) {
  const [text, setText] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  const needed = useNeeded({ text: text.trim() === '' && t('common.needed.comment') });
  useEffect(() => area.current?.focus(), []);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        if (needed.check(event)) onDone(text.trim());
      }}
    >
      <Field label={label} error={needed.faultOf('text')}>
        <TextArea
          ref={area}
          value={text}
          rows={2}
          maxLength={10_000}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onDone(undefined);
          }}
        />
      </Field>
      <div className={styles.buttons}>
        <Button small type="submit" look="primary">
          {t('changes.addComment')}
        </Button>
        <Button small onClick={() => onDone(undefined)}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
