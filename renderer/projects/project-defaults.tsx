import type { Project } from '../../server/api/wire.types.ts';
import { availability, features } from '../exports/availability.ts';
import { DeploymentChoice } from '../exports/deployment-choice.tsx';
import { type MessageId, t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Failure, Loading, Panel, Switch } from '../ui/controls.tsx';
import { SchemaFields } from '../ui/schema-fields.tsx';
import shared from '../ui/shared.module.css';
import type { Part } from './project-part.types.ts';
import styles from './projects.module.css';
import { useSave } from './use-save.ts';

/** Commonly changed settings; the others are collapsed below them. */
const USUAL: readonly string[] = [
  'include',
  'exclude',
  'maxPages',
  'maxBytes',
  'render',
  'interactivity',
  'search',
  'hideSelectors',
  'allowMissing',
  'onVerificationFailure',
  'format',
  'basePath',
];

/** Default settings for the exports of a project. */
export function ProjectDefaults({ project, onChange }: Part) {
  const { api } = useServices();
  const fields = useLoad('export-settings', () => api.fields('ExportSettings'));
  return (
    <>
      <Deployment project={project} onChange={onChange} />
      <Panel title={t('project.settings')}>
        <p className={shared.soft}>{t('project.settingsText')}</p>
        {fields.error !== undefined ? (
          <Failure message={fields.error} onRetry={fields.reload} />
        ) : !fields.value ? (
          <Loading />
        ) : (
          <SchemaFields
            names={Object.keys(fields.value)}
            usual={USUAL}
            fields={fields.value}
            values={project.settings}
            onSave={(name, value) => {
              const { [name as keyof Project['settings']]: _, ...rest } = project.settings;
              return onChange({ settings: value === null ? rest : { ...rest, [name]: value } });
            }}
          />
        )}
      </Panel>
    </>
  );
}

function Deployment({ project, onChange }: Part) {
  const { save, fault } = useSave(onChange);
  const { deploymentType } = project;
  const configurable = features.filter((feature) => availability[feature][deploymentType] === 'configurable');
  return (
    <Panel title={t('project.deployment')}>
      <DeploymentChoice
        value={deploymentType}
        hint={t('project.deploymentHint')}
        onChange={(next) => {
          // Keep only the switches that the new deployment type lets people configure.
          const kept = features.filter(
            (feature) =>
              project.features[feature] !== undefined && availability[feature][next] === 'configurable',
          );
          save({
            deploymentType: next,
            features: Object.fromEntries(
              kept.map((feature) => [feature, project.features[feature] === true]),
            ),
          });
        }}
      />
      {configurable.length > 0 && (
        <div className={styles.switches}>
          <h3>{t('project.switches')}</h3>
          {configurable.map((feature) => (
            <div key={feature} className={styles.switch}>
              <span>{t(`feature.${feature}` as MessageId)}</span>
              <Switch
                isOn={project.features[feature] === true}
                label={t(`feature.${feature}` as MessageId)}
                onChange={(isOn) => save({ features: { ...project.features, [feature]: isOn } })}
              />
            </div>
          ))}
        </div>
      )}
      {fault && <Failure message={fault} />}
    </Panel>
  );
}
