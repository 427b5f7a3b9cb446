import { type FormEvent, useState } from 'react';
import type { Preview, Project } from '../../server/api/wire.types.ts';
import { PreviewView } from '../exports/preview-view.tsx';
import { placeOf } from '../exports/site-input.ts';
import { t } from '../messages/t.ts';
import { hasDraft, useDraft } from '../state/draft.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Field, Input, Panel } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';
import type { Part } from './project-part.types.ts';
import { useSave } from './use-save.ts';

/** Origin of a project: a folder or a repository, or a live site (live-origin-panel.tsx). */
export function ProjectOrigin({ project, onChange }: Part) {
  const { api } = useServices();
  const { origin } = project;
  const form = `${project.projectId} place`;
  const [place, setPlace] = useDraft(form, 'place', placeOf(project));
  const changed: Project['origin'] =
    origin.kind === 'directory' ? { kind: 'directory', folder: place.trim() } : origin;
  const [preview, setPreview] = useState<Preview>();
  const [isTesting, setTesting] = useState(false);
  const [testFault, setTestFault] = useState<string>();
  const { save, fault, isBusy } = useSave(onChange, form);
  const test = async (): Promise<void> => {
    setTesting(true);
    setTestFault(undefined);
    setPreview(undefined);
    try {
      setPreview(
        await api.preview({
          origin: changed,
          settings: project.settings,
        }),
      );
    } catch (error) {
      setTestFault((error as Error).message);
    }
    setTesting(false);
  };
  return (
    <Panel title={t('project.origin')}>
      <form
        style={{ display: 'grid', gap: 16 }}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save({ origin: changed });
        }}
      >
        <Field
          label={t(origin.kind === 'directory' ? 'project.folder' : 'project.address')}
          hint={t(origin.kind === 'directory' ? 'project.folderHint' : 'project.addressHint')}
        >
          <Input
            value={place}
            translate="no"
            spellCheck={false}
            required
            // The operator sets the branch and its build on the command line.
            readOnly={origin.kind === 'repository'}
            onChange={(event) => setPlace(event.target.value)}
          />
        </Field>
        {fault && <Failure message={fault} />}
        <div className={shared.row}>
          <Button onClick={test} isBusy={isTesting}>
            {isTesting ? t('project.testing') : t('project.test')}
          </Button>
          <Button type="submit" isBusy={isBusy}>
            {t('common.save')}
          </Button>
          {hasDraft(form) && <span className={shared.soft}>{t('common.unsaved')}</span>}
        </div>
      </form>
      <div aria-live="polite">{preview && <PreviewView preview={preview} />}</div>
      {testFault && <Failure message={testFault} />}
    </Panel>
  );
}
