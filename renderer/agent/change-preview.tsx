import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { ChangePreview } from '../../server/api/wire.types.ts';
import type { AgentPlace } from '../api/live.ts';
import siteStyles from '../job/job.module.css';
import { isLoopback } from '../job/values-yaml.ts';
import { type MessageId, t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Notice, Panel } from '../ui/controls.tsx';
import { FindingList } from '../ui/finding-list.tsx';
import shared from '../ui/shared.module.css';
import styles from './change-preview.module.css';
import diffStyles from './diff.module.css';
import { useSend } from './send.ts';

type Page = ChangePreview['pages'][number];

/** Pages of a docs.json site that a job changes, rendered before and after the change. */
export function ChangePreviewPanel({ place }: Readonly<{ place: AgentPlace }>) {
  const { api, desktop } = useServices();
  const [shown, setShown] = useState<ChangePreview>();
  const [chosen, setChosen] = useState<string>();
  const { send, fault, isBusy } = useSend();
  const isHere = desktop !== undefined || isLoopback(location.href);
  const page = shown?.pages.find((one) => one.page === chosen) ?? shown?.pages[0];
  return (
    <Panel
      title={t('changePreview.title')}
      action={
        <Button
          small
          isBusy={isBusy}
          disabled={!isHere}
          onClick={() => send(async () => setShown(await api.previewAgentChange(place)))}
        >
          <Eye size={14} aria-hidden />
          {t(isBusy ? 'sitePreview.making' : shown ? 'sitePreview.again' : 'changePreview.show')}
        </Button>
      }
    >
      <p className={shared.soft}>{t(isHere ? 'changePreview.text' : 'site.elsewhere')}</p>
      {fault !== undefined && <Failure message={fault} />}
      {shown && !page && <Notice>{t('changePreview.none')}</Notice>}
      {shown && page && (
        <div className={diffStyles.split}>
          <nav className={diffStyles.files} aria-label={t('changePreview.list')}>
            <ul>
              {shown.pages.map((one) => (
                <li key={one.page}>
                  <button
                    type="button"
                    className={diffStyles.file}
                    aria-current={one === page || undefined}
                    onClick={() => setChosen(one.page)}
                  >
                    <span translate="no">{one.title || one.page}</span>
                    <small>{t(`changePreview.kind.${one.change}` as MessageId)}</small>
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          <div className={styles.sides}>
            <Side which="before" site={shown.beforeUrl} page={page} isThere={page.change !== 'added'} />
            <Side which="after" site={shown.afterUrl} page={page} isThere={page.change !== 'removed'} />
          </div>
        </div>
      )}
      {shown && (
        <FindingList
          title={t('changePreview.findings', { count: shown.findings.length })}
          findings={shown.findings}
        />
      )}
    </Panel>
  );
}

function Side({
  which,
  site,
  page,
  isThere,
}: Readonly<{ which: 'before' | 'after'; site: string; page: Page; isThere: boolean }>) {
  const name = t(`changePreview.${which}`);
  return (
    <section className={styles.side} aria-label={name}>
      <h3>{name}</h3>
      {isThere ? (
        <iframe
          key={`${site}${page.page}`}
          className={siteStyles.frame}
          src={new URL(page.page, site).href}
          title={`${name}: ${page.title || page.page}`}
          sandbox="allow-scripts allow-same-origin allow-forms"
          referrerPolicy="no-referrer"
        />
      ) : (
        <Notice>{t(which === 'before' ? 'changePreview.notBefore' : 'changePreview.notAfter')}</Notice>
      )}
    </section>
  );
}
