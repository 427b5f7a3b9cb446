import { useState } from 'react';
import type { Project, ProjectChange } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { hrefOf } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, CheckBox, Failure, Loading, Notice, Panel } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';

/** Setting for the targets that every completed export of a project is published to. */
export function PublishSection({
  project,
  onChange,
}: Readonly<{ project: Project; onChange: (body: ProjectChange) => Promise<void> }>) {
  const { api } = useServices();
  const { value: targets, error, reload } = useLoad('targets', api.targets);
  const [fault, setFault] = useState<string>();
  /** Selection not saved yet. */
  const [chosen, setChosen] = useState<readonly string[]>();
  const publishTo = chosen ?? project.publishTo;
  const removed = publishTo.filter((id) => !targets?.some(({ targetId }) => targetId === id));
  const save = (next: readonly string[]): void => {
    setFault(undefined);
    setChosen(next);
    onChange({ publishTo: [...next] })
      .catch((refused: Error) => setFault(refused.message))
      .finally(() => setChosen(undefined));
  };
  const without = (ids: readonly string[]): string[] => publishTo.filter((id) => !ids.includes(id));
  return (
    <Panel title={t('project.publishTo')}>
      <p className={shared.soft}>{t('project.publishToText')}</p>
      {error !== undefined ? (
        <Failure message={error} onRetry={reload} />
      ) : !targets ? (
        <Loading />
      ) : (
        <>
          {targets.length === 0 && (
            <p>
              {t('publish.noTarget')} <a href={hrefOf({ page: 'publications' })}>{t('target.add')}</a>
            </p>
          )}
          {targets.map(({ targetId, name, place }) => (
            <CheckBox
              key={targetId}
              label={<span translate="no">{name}</span>}
              hint={<span translate="no">{place}</span>}
              checked={publishTo.includes(targetId)}
              onChange={({ target: { checked } }) =>
                save(checked ? [...publishTo, targetId] : without([targetId]))
              }
            />
          ))}
          {removed.length > 0 && (
            <Notice tone="warn">
              <span>{t('project.publishToRemoved', { count: removed.length })}</span>
              <code translate="no">{removed.join(', ')}</code>
              <div>
                <Button small onClick={() => save(without(removed))}>
                  {t('project.publishToForget')}
                </Button>
              </div>
            </Notice>
          )}
        </>
      )}
      {fault !== undefined && <Failure message={fault} />}
    </Panel>
  );
}
