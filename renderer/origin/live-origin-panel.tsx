import { ListTree, Radar } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Project, ProjectChange } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { forgetDraft, hasDraft, useDraft } from '../state/draft.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Field, Input, Panel } from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import { type Access, accessOf, draftOf, type LiveOrigin } from './access-draft.ts';
import { AccessFields } from './access-fields.tsx';
import styles from './origin.module.css';
import { OriginTestView, useOriginTest } from './origin-test.tsx';

/** Form for the address and access settings of a live site, with a connection test. */
export function LiveOriginPanel({
  project,
  origin,
  onChange,
}: Readonly<{
  project: Project;
  origin: LiveOrigin;
  onChange: (body: ProjectChange) => Promise<void>;
}>) {
  const { api } = useServices();
  const form = `${project.projectId} address`;
  const [url, setUrl] = useDraft(form, 'url', origin.url);
  const [draft, setDraft] = useState(() => draftOf(origin)); // contains passwords, so no useDraft
  const [fault, setFault] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const originTest = useOriginTest();

  const access = (): Access =>
    accessOf({ ...origin, url: url.trim() }, draft, project.domains[0] ?? project.projectId);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSaving(true);
    setFault(undefined);
    try {
      const { origin: next, credentials } = access();
      for (const [name, value] of Object.entries(credentials)) await api.setCredential({ name, value });
      await onChange({ origin: next });
      setDraft(draftOf(next));
      forgetDraft(form);
      toast(t('common.saved'));
    } catch (error) {
      setFault((error as Error).message);
    }
    setSaving(false);
  };
  return (
    <Panel title={t('project.origin')}>
      <form className={shared.form} onSubmit={save}>
        <Field label={t('project.address')} hint={t('project.addressHint')}>
          <Input
            value={url}
            type="url"
            translate="no"
            spellCheck={false}
            required
            onChange={(event) => {
              setUrl(event.target.value);
              originTest.forget();
            }}
          />
        </Field>
        <details className={styles.details} open>
          <summary>{t('access.title')}</summary>
          <AccessFields draft={draft} onChange={setDraft} />
        </details>
        {fault && <Failure message={fault} />}
        <div className={shared.row}>
          <Button isBusy={originTest.busy !== undefined} onClick={() => originTest.test(access())}>
            <Radar size={16} aria-hidden />
            {t('project.test')}
          </Button>
          <Button
            isBusy={originTest.busy !== undefined}
            onClick={() => originTest.list(access(), project.settings)}
          >
            <ListTree size={16} aria-hidden />
            {t('access.list')}
          </Button>
          <Button type="submit" look="primary" isBusy={isSaving}>
            {t('common.save')}
          </Button>
          {(hasDraft(form) || JSON.stringify(draft) !== JSON.stringify(draftOf(origin))) && (
            <span className={shared.soft}>{t('common.unsaved')}</span>
          )}
        </div>
      </form>
      <OriginTestView originTest={originTest} />
    </Panel>
  );
}
