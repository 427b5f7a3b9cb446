import { useState } from 'react';
import type { Project, ProjectChange } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Failure, Field, Loading, Panel, Select } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';

/** Setting for the target of a project's bundle links: this server or object storage. */
export function LinkSection({
  project,
  onChange,
}: Readonly<{ project: Project; onChange: (body: ProjectChange) => Promise<void> }>) {
  const { api } = useServices();
  const { value: targets, error, reload } = useLoad('targets', api.targets);
  const [fault, setFault] = useState<string>();
  const stores = targets?.filter(({ settings }) => settings.kind === 's3') ?? [];
  const chosen = project.linkTarget;
  const isRemoved = chosen !== null && !stores.some(({ targetId }) => targetId === chosen);
  const save = (linkTarget: string | null): void => {
    setFault(undefined);
    onChange({ linkTarget }).catch((refused: Error) => setFault(refused.message));
  };
  return (
    <Panel title={t('project.links')}>
      <p className={shared.soft}>{t('project.linksText')}</p>
      {error !== undefined ? (
        <Failure message={error} onRetry={reload} />
      ) : !targets ? (
        <Loading />
      ) : (
        <Field label={t('project.linkTarget')} hint={stores.length === 0 ? t('project.noStore') : undefined}>
          <Select value={chosen ?? ''} onChange={({ target: { value } }) => save(value || null)}>
            <option value="">{t('project.linksOfServer')}</option>
            {stores.map(({ targetId, name, place }) => (
              <option key={targetId} value={targetId} translate="no">
                {`${name} (${place})`}
              </option>
            ))}
            {isRemoved && <option value={chosen}>{t('project.linkTargetRemoved', { id: chosen })}</option>}
          </Select>
        </Field>
      )}
      {fault !== undefined && <Failure message={fault} />}
    </Panel>
  );
}
