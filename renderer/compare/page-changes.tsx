import { Columns2, Image, Rows2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Comparison } from '../../server/api/wire.types.ts';
import diff from '../agent/diff.module.css';
import { DiffTable } from '../agent/diff-table.tsx';
import { parsePatch } from '../agent/patch.ts';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { usePreferences } from '../state/preferences.ts';
import { useServices } from '../state/services.ts';
import { Button, Empty, Failure, Loading, Notice } from '../ui/controls.tsx';
import styles from './compare.module.css';
import { type ListedPage, type PageKind, pagesOf } from './page-kinds.ts';

const PAGES_AT_ONCE = 200;
const VIEWS = ['unified', 'split', 'pictures'] as const;
type View = (typeof VIEWS)[number];
const ICONS = { unified: Rows2, split: Columns2, pictures: Image } as const;

/** Lists the pages with one kind of difference and shows the changes of the selected page. */
export function PageChanges({ comparison, kind }: Readonly<{ comparison: Comparison; kind: PageKind }>) {
  const pages = pagesOf(comparison, kind);
  const [chosen, setChosen] = useState(pages[0]?.path ?? '');
  const [shown, setShown] = useState(PAGES_AT_ONCE);
  const { diffView, set } = usePreferences();
  const [hasPictures, setPictures] = useState(kind === 'code');
  const view: View = hasPictures ? 'pictures' : diffView;
  const page = pages.find(({ path }) => path === chosen);
  if (!page) return <Empty icon={null} title={t('compare.none')} />;
  const choose = (next: View): void => {
    setPictures(next === 'pictures');
    if (next !== 'pictures') set({ diffView: next });
  };
  return (
    <div className={diff.split}>
      <nav className={`${diff.files} ${styles.pages}`} aria-label={t('compare.pages')}>
        <ul>
          {pages.slice(0, shown).map((one) => (
            <li key={one.path}>
              <PageButton page={one} isCurrent={one === page} onSelect={() => setChosen(one.path)} />
            </li>
          ))}
        </ul>
        {pages.length > shown && (
          <Button small onClick={() => setShown(shown + 5 * PAGES_AT_ONCE)}>
            {t('compare.more', { count: pages.length - shown })}
          </Button>
        )}
      </nav>
      <div className={diff.right}>
        <div className={diff.head}>
          <h2 translate="no">{page.title || page.path}</h2>
          <div className={diff.views} role="group" aria-label={t('compare.view')}>
            {VIEWS.map((one) => {
              const Icon = ICONS[one];
              return (
                <Button key={one} small aria-pressed={view === one} onClick={() => choose(one)}>
                  <Icon size={14} aria-hidden />
                  {t((one === 'pictures' ? 'compare.view.pictures' : `changes.view.${one}`) as MessageId)}
                </Button>
              );
            })}
          </div>
        </div>
        {view === 'pictures' ? (
          <Pictures key={page.path} comparison={comparison} path={page.path} kind={kind} />
        ) : (
          <TextChanges key={`${page.path} ${view}`} comparison={comparison} path={page.path} view={view} />
        )}
      </div>
    </div>
  );
}

function PageButton({
  page: { path, title, lines },
  isCurrent,
  onSelect,
}: Readonly<{ page: ListedPage; isCurrent: boolean; onSelect: () => void }>) {
  return (
    <button type="button" className={diff.file} aria-current={isCurrent || undefined} onClick={onSelect}>
      <span translate="no">{title || path}</span>
      <small>
        {lines && lines.added + lines.removed > 0 && (
          <>
            <span className={diff.plus}>+{formats.number(lines.added)}</span>{' '}
            <span className={diff.minus}>−{formats.number(lines.removed)}</span>{' '}
          </>
        )}
        <span translate="no">{path}</span>
      </small>
    </button>
  );
}

function TextChanges({
  comparison: { base, target },
  path,
  view,
}: Readonly<{ comparison: Comparison; path: string; view: 'unified' | 'split' }>) {
  const { api } = useServices();
  const { value, error, reload } = useLoad(`text of ${base.jobId} ${target.jobId} ${path}`, () =>
    api.pageComparison(target.jobId, base.jobId, path),
  );
  const file = useMemo(() => (value ? parsePatch(value.patch)[0] : undefined), [value]);
  if (error !== undefined) return <Failure message={error} onRetry={reload} />;
  if (!value) return <Loading />;
  if (!file) return <Notice>{t('compare.noText')}</Notice>;
  return (
    <DiffTable file={file} isCut={false} view={view} comments={[]} onAdd={undefined} onRemove={() => {}} />
  );
}

/** Screenshots of the page from both bundles, before and after. */
function Pictures({
  comparison: { base, target },
  path,
  kind,
}: Readonly<{ comparison: Comparison; path: string; kind: PageKind }>) {
  const [isLarge, setLarge] = useState(false);
  return (
    <div className={styles.pictures} data-large={isLarge || undefined}>
      <div className={styles.enlarge}>
        <Button small aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
          {t('compare.large')}
        </Button>
      </div>
      <Picture jobId={base.jobId} path={path} side={t('compare.base')} isThere={kind !== 'added'} />
      <Picture jobId={target.jobId} path={path} side={t('compare.target')} isThere={kind !== 'removed'} />
    </div>
  );
}

function Picture({
  jobId,
  path,
  side,
  isThere,
}: Readonly<{ jobId: string; path: string; side: string; isThere: boolean }>) {
  const { api } = useServices();
  const { value, error, reload } = useLoad(`picture ${jobId} ${path}`, async () =>
    isThere ? await api.pagePicture(jobId, path) : '',
  );
  return (
    <figure className={styles.picture}>
      <figcaption>{side}</figcaption>
      {!isThere ? (
        <Notice>{t('compare.notThere')}</Notice>
      ) : error !== undefined ? (
        <Failure message={error} onRetry={reload} />
      ) : value === undefined ? (
        <p role="status">{t('compare.pictureComing')}</p>
      ) : (
        <img src={value} alt={t('compare.picture', { side, page: path })} />
      )}
    </figure>
  );
}
