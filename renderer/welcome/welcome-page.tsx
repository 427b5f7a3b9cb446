import { LOW_SPACE_BYTES } from '../diagnostics/low-space.ts';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Failure, Notice } from '../ui/controls.tsx';
import { Page } from '../ui/page.tsx';
import { Doors } from './doors.tsx';

/** Page for the first start: what Offprint does, and three ways to start. */
export function WelcomePage({ onNewExport }: Readonly<{ onNewExport: () => void }>) {
  const { api } = useServices();
  const { value, error, reload } = useLoad('diagnostics', api.diagnostics);
  return (
    <Page title={t('welcome.title')} subtitle={t('welcome.subtitle')}>
      {error !== undefined && <Failure message={error} onRetry={reload} />}
      {value && value.freeBytes < LOW_SPACE_BYTES && <Notice tone="warn">{t('diagnostics.lowSpace')}</Notice>}
      <Doors exampleSite={value?.exampleSite} onNewExport={onNewExport} />
    </Page>
  );
}
