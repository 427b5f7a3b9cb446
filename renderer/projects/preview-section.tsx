import { ExternalLink, Eye } from 'lucide-react';
import { useState } from 'react';
import type { Project, SitePreview } from '../../server/api/wire.types.ts';
import siteStyles from '../job/job.module.css';
import { isLoopback } from '../job/values-yaml.ts';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, buttonClass, Failure, Field, Input, Notice, Panel } from '../ui/controls.tsx';
import { FindingList } from '../ui/finding-list.tsx';
import shared from '../ui/shared.module.css';

/** Preview of a docs.json site from the current state of the project's folder or a branch. */
export function PreviewSection({ project }: Readonly<{ project: Project }>) {
  const { api, desktop } = useServices();
  const { origin } = project;
  const own = origin.kind === 'repository' ? origin.ref : '';
  const [branch, setBranch] = useState(own);
  const [shown, setShown] = useState<SitePreview>();
  const [turn, setTurn] = useState(0);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isHere = desktop !== undefined || isLoopback(location.href);
  const show = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      const asked = branch.trim();
      setShown(await api.previewSite(project.projectId, asked === own || asked === '' ? undefined : asked));
      setTurn((last) => last + 1);
    } catch (error) {
      setFault((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <Panel title={t('sitePreview.title')}>
      <p className={shared.soft}>{t('sitePreview.text')}</p>
      {!isHere && <Notice tone="warn">{t('site.elsewhere')}</Notice>}
      <form
        style={{ display: 'grid', gap: 16 }}
        onSubmit={(event) => {
          event.preventDefault();
          void show();
        }}
      >
        {origin.kind === 'repository' && (
          <Field label={t('sitePreview.branch')} hint={t('sitePreview.branchHint')}>
            <Input
              value={branch}
              translate="no"
              spellCheck={false}
              maxLength={200}
              onChange={(event) => setBranch(event.target.value)}
            />
          </Field>
        )}
        <div className={shared.row}>
          <Button type="submit" isBusy={isBusy} disabled={!isHere}>
            <Eye size={14} aria-hidden />
            {t(isBusy ? 'sitePreview.making' : shown ? 'sitePreview.again' : 'sitePreview.show')}
          </Button>
        </div>
      </form>
      {fault !== undefined && <Failure message={fault} />}
      {shown && (
        <div className={siteStyles.site} aria-live="polite">
          <div className={siteStyles.bar}>
            <a
              className={buttonClass({ small: true })}
              href={shown.siteUrl}
              target="_blank"
              rel="noopener noreferrer"
            >
              <ExternalLink size={14} aria-hidden />
              {t('site.inBrowser')}
            </a>
            <span className={siteStyles.soft}>{t('sitePreview.pages', { count: shown.pages })}</span>
          </div>
          <iframe
            key={turn}
            className={siteStyles.frame}
            style={{ minHeight: 640 }}
            src={shown.siteUrl}
            title={t('sitePreview.frame', { site: project.name })}
            sandbox="allow-scripts allow-same-origin allow-forms"
            referrerPolicy="no-referrer"
          />
          <FindingList
            title={t('sitePreview.findings', { count: shown.findings.length })}
            findings={shown.findings}
          />
        </div>
      )}
    </Panel>
  );
}
