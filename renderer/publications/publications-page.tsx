import { Plus, Send } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Publication } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Empty, Failure, Panel } from '../ui/controls.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Page } from '../ui/page.tsx';
import { HistoryTable } from './history-table.tsx';
import { PublicationProgress } from './publication-progress.tsx';
import styles from './publications.module.css';
import { TargetCard } from './target-card.tsx';
import { TargetDialog } from './target-dialog.tsx';
import { isUnderWay, usePublications } from './use-publications.ts';

const SHOWN = 100;
/** Most publications that the API returns at once. */
const SHOWN_MAX = 1000;

/** Page of the targets, the publications in progress and the history. */
export default function PublicationsPage() {
  const { api } = useServices();
  const targets = useLoad('targets', api.targets);
  const [limit, setLimit] = useState(SHOWN);
  const publications = usePublications({ limit });
  /** Publications that were in progress while the page was open. Their outcome stays until dismissed. */
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setAdding] = useState(false);
  const list = publications.value ?? [];
  const active = list.filter(isUnderWay);
  const fresh = active.filter(({ publicationId }) => !seen.has(publicationId));
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ publicationId }) => publicationId)]));
  const shown = list.filter(({ publicationId }) => seen.has(publicationId));
  const { reload } = publications;
  const started = useCallback(
    ({ publicationId }: Publication): void => {
      setSeen((old) => new Set([...old, publicationId]));
      reload();
    },
    [reload],
  );
  const dismiss = (id: string): void => setSeen((old) => new Set([...old].filter((one) => one !== id)));
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden />
      {t('target.add')}
    </Button>
  );
  const endedOn = (targetId: string): string =>
    list.find((one) => one.targetId === targetId && !isUnderWay(one))?.updatedAt ?? '';
  return (
    <Page title={t('nav.publications')} subtitle={t('publish.subtitle')} actions={add}>
      {shown.length > 0 && (
        <Panel title={t(active.length > 0 ? 'publish.underWay' : 'publish.justNow')}>
          {shown.map((one) => (
            <PublicationProgress
              key={one.publicationId}
              publication={one}
              onChange={reload}
              onDismiss={() => dismiss(one.publicationId)}
            />
          ))}
        </Panel>
      )}
      <LoadedList
        loaded={targets}
        empty={
          <Empty icon={<Send size={36} aria-hidden />} title={t('target.empty')} action={add}>
            {t('target.emptyText')}
          </Empty>
        }
      >
        {(all) => (
          <div className={styles.targets}>
            {all.map((target) => (
              <TargetCard
                key={target.targetId}
                target={target}
                last={endedOn(target.targetId)}
                onChange={targets.reload}
                onStarted={started}
              />
            ))}
          </div>
        )}
      </LoadedList>
      {publications.error !== undefined && <Failure message={publications.error} onRetry={reload} />}
      {list.length > 0 && (
        <HistoryTable
          list={list}
          onChange={reload}
          onOlder={limit < SHOWN_MAX && list.length === limit ? () => setLimit(SHOWN_MAX) : undefined}
        />
      )}
      {isAdding && <TargetDialog onClose={() => setAdding(false)} onSaved={targets.reload} />}
    </Page>
  );
}
