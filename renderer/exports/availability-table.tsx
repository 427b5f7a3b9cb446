import { Check, Minus, SlidersHorizontal } from 'lucide-react';
import { type MessageId, t } from '../messages/t.ts';
import { availability, type DeploymentType, deploymentTypes, features } from './availability.ts';
import styles from './exports.module.css';

const ICONS = { available: Check, configurable: SlidersHorizontal, unavailable: Minus } as const;

/** Table of the features that a bundle keeps, by deployment type. */
export function AvailabilityTable({ chosen }: Readonly<{ chosen: DeploymentType }>) {
  return (
    <table className={styles.availability}>
      <caption>{t('availability.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('availability.feature')}</th>
          {deploymentTypes.map((type) => (
            <th scope="col" key={type} data-chosen={type === chosen || undefined}>
              {t(`deployment.${type}` as MessageId)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {features.map((feature) => (
          <tr key={feature}>
            <th scope="row">{t(`feature.${feature}` as MessageId)}</th>
            {deploymentTypes.map((type) => {
              const kind = availability[feature][type];
              const Icon = ICONS[kind];
              return (
                <td key={type} data-chosen={type === chosen || undefined}>
                  <span className={styles.cell} data-kind={kind}>
                    <Icon size={13} aria-hidden />
                    {t(`availability.${kind}` as MessageId)}
                  </span>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
