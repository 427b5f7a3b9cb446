import { Plus, Server } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Empty } from '../ui/controls.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Page } from '../ui/page.tsx';
import { HostDialog } from './host-dialog.tsx';
import { SiteCard } from './site-card.tsx';

/** Polling interval while a site starts or changes its version. */
const LOOK_EVERY_MS = 500;

/** Page of the sites that this installation serves. */
export default function HostingPage() {
  const { api } = useServices();
  const loaded = useLoad('hosted-sites', api.hostedSites);
  const { value, reload } = loaded;
  const [isAdding, setAdding] = useState(false);
  const isBusy = value?.some(({ activity, status }) => activity !== 'idle' || status === 'starting') === true;
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(reload, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isBusy, reload]);
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden />
      {t('hosting.add')}
    </Button>
  );
  return (
    <Page title={t('nav.hosting')} subtitle={t('hosting.subtitle')} actions={value?.length ? add : undefined}>
      <LoadedList
        loaded={loaded}
        empty={
          <Empty icon={<Server size={36} aria-hidden />} title={t('hosting.empty')} action={add}>
            {t('hosting.emptyText')}
          </Empty>
        }
      >
        {(sites) => sites.map((site) => <SiteCard key={site.siteId} site={site} onChange={reload} />)}
      </LoadedList>
      {isAdding && <HostDialog onClose={() => setAdding(false)} onDone={reload} />}
    </Page>
  );
}
