import { Download, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { DiagnosticResult, Diagnostics } from '../../server/api/wire.types.ts';
import jobStyles from '../job/job.module.css';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Facts, Failure, Loading, Notice, Panel } from '../ui/controls.tsx';
import { Page } from '../ui/page.tsx';
import { Check } from './check.tsx';
import { LOW_SPACE_BYTES } from './low-space.ts';

/** Below this the server's own warning is due: an export would soon stop for lack of space. */

export default function DiagnosticsPage() {
  const { api } = useServices();
  const { value, error, isLoading, reload } = useLoad('diagnostics', api.diagnostics);
  const [results, setResults] = useState<readonly DiagnosticResult[]>([]);
  return (
    <Page
      isNarrow
      title={t('nav.diagnostics')}
      actions={
        <>
          <Button onClick={reload} disabled={isLoading}>
            <RefreshCw size={16} aria-hidden />
            {t('diagnostics.refresh')}
          </Button>
          <Button disabled={!value} onClick={() => value && save(value, results)}>
            <Download size={16} aria-hidden />
            {t('diagnostics.save')}
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
            <Check
              check="browser"
              onResult={(result) =>
                setResults((old) => [...old.filter(({ check }) => check !== 'browser'), result])
              }
            />
            <Check
              check="database"
              onResult={(result) =>
                setResults((old) => [...old.filter(({ check }) => check !== 'database'), result])
              }
            />
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

/** Everything of this page as a file, for whoever helps. The server took the secrets out of its log. */
function save(value: Diagnostics, checks: readonly DiagnosticResult[]): void {
  const text = JSON.stringify({ ...value, checks, browser: navigator.userAgent }, null, 1);
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `offprint-diagnostics-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
