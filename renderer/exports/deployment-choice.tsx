import type { ReactNode } from 'react';
import { type MessageId, t } from '../messages/t.ts';
import { Field, Select } from '../ui/controls.tsx';
import { type DeploymentType, deploymentTypes } from './availability.ts';
import { AvailabilityTable } from './availability-table.tsx';

/** Selects the deployment type and shows which features it keeps. */
export function DeploymentChoice({
  value,
  hint,
  onChange,
}: Readonly<{ value: DeploymentType; hint?: ReactNode; onChange: (type: DeploymentType) => void }>) {
  return (
    <>
      <Field label={t('project.deploymentType')} hint={hint}>
        <Select value={value} onChange={(event) => onChange(event.target.value as DeploymentType)}>
          {deploymentTypes.map((one) => (
            <option key={one} value={one}>
              {t(`deployment.${one}` as MessageId)}
            </option>
          ))}
        </Select>
      </Field>
      <AvailabilityTable chosen={value} />
    </>
  );
}
