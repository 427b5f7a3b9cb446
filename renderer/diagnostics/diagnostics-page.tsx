import { Download, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import jobStyles from '../job/job.module.css';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Facts, Failure, Loading, Notice, Panel } from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import { Page } from '../ui/page.tsx';
import { BackupPanel } from './backup-panel.tsx';
import { Check } from './check.tsx';
import { LOW_SPACE_BYTES } from './low-space.ts';

export default function DiagnosticsPage() {
  const { api } = useServices();
  const { value, error, isLoading, reload } = useLoad('diagnostics', api.diagnostics);
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await api.saveDiagnostics();
      toast(t('diagnostics.saved'));
    } catch (fault) {
      toast(t('diagnostics.notSaved'), { detail: (fault as Error).message, isError: true });
    }
    setSaving(false);
  };
  return (
    <Page
      isNarrow
      title={t('nav.diagnostics')}
      actions={
        <>
          <Button onClick={reload} isBusy={isLoading}>
            <RefreshCw size={16} aria-hidden />
            {t('diagnostics.refresh')}
          </Button>
          <Button isBusy={isSaving} onClick={save}>
            <Download size={16} aria-hidden />
            {t(isSaving ? 'diagnostics.saving' : 'diagnostics.save')}
          </Button>
        </>
      }
    >
      {error !== undefined && <Failure message={error} onRetry={reload} />}
      {!value && error === undefined && <Loading />}
      {value && (
        <>
          {value.freeBytes < LOW_SPACE_BYTES && <Notice tone="warn">{t('diagnostics.lowSpace')}</Notice>}
          {value.noSandbox !== null && <Notice tone="warn">{t('diagnostics.noSandbox')}</Notice>}
          <Panel title={t('diagnostics.checks')}>
            <Check check="browser" />
            <Check check="database" />
          </Panel>
          <Panel title={t('diagnostics.facts')}>
            <Facts
              items={[
                [t('diagnostics.version'), data(value.version)],
                [t('diagnostics.node'), data(value.node)],
                [t('diagnostics.sqlite'), data(value.sqlite)],
                [t('diagnostics.platform'), data(value.platform)],
                [t('diagnostics.address'), data(value.address ?? '')],
                [t('diagnostics.dataFolder'), data(value.dataFolder)],
                [t('diagnostics.database'), formats.bytes(value.databaseBytes)],
                [
                  t('diagnostics.space'),
                  t('diagnostics.free', {
                    free: formats.bytes(value.freeBytes),
                    total: formats.bytes(value.totalBytes),
                  }),
                ],
                [t('diagnostics.started'), formats.dateTime(value.startedAt)],
              ]}
            />
          </Panel>
          <BackupPanel />
          <Panel title={t('diagnostics.log')}>
            {value.log.length === 0 ? (
              <p>{t('diagnostics.noLog')}</p>
            ) : (
              <div
                className={`${jobStyles.log} ${jobStyles.whole}`}
                style={{ maxHeight: 360 }}
                tabIndex={0}
                role="group"
                aria-label={t('diagnostics.log')}
              >
                <ol translate="no">
                  {value.log.map(({ at, line }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
                    <li key={index}>
                      <time dateTime={at}>{formats.time(at)}</time>
                      <span>{line}</span>
                    </li>
                  ))}
                </ol>
              </div>
            )}
          </Panel>
        </>
      )}
    </Page>
  );
}

function data(text: string) {
  return <span translate="no">{text}</span>;
}
