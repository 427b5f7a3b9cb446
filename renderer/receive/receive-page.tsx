import { Inbox } from 'lucide-react';
import { useEffect } from 'react';
import type { ReceivedBundle } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Empty } from '../ui/controls.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Page } from '../ui/page.tsx';
import { DriveList } from './drive-list.tsx';
import { HistoryTable } from './history-table.tsx';
import { IncomingCard } from './incoming-card.tsx';
import { Intake } from './intake.tsx';
import { WaitingCard } from './waiting-card.tsx';

/** Polling interval while a bundle is being received. */
const LOOK_EVERY_MS = 500;
const UNDER_WAY: readonly ReceivedBundle['status'][] = ['receiving', 'failed', 'duplicate'];

/** Page to receive, verify and accept bundles made elsewhere. */
export default function ReceivePage() {
  const { api } = useServices();
  const loaded = useLoad('received', api.received);
  const { value, reload } = loaded;
  const isBusy = value?.some(({ status }) => status === 'receiving') === true;
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(reload, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isBusy, reload]);
  return (
    <Page title={t('nav.receive')} subtitle={t('receive.subtitle')}>
      <Intake onBegun={reload} />
      <DriveList onBegun={reload} />
      <LoadedList
        loaded={loaded}
        empty={
          <Empty icon={<Inbox size={36} aria-hidden />} title={t('receive.empty')}>
            {t('receive.emptyText')}
          </Empty>
        }
      >
        {(list) => (
          <>
            {list.map((one) =>
              UNDER_WAY.includes(one.status) ? (
                <IncomingCard key={one.receivedId} incoming={one} onChange={reload} />
              ) : one.status === 'waiting' ? (
                <WaitingCard key={one.receivedId} received={one} onChange={reload} />
              ) : null,
            )}
            <HistoryTable
              list={list.filter(({ status }) => status !== 'waiting' && !UNDER_WAY.includes(status))}
            />
          </>
        )}
      </LoadedList>
    </Page>
  );
}
