import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Notice } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';

/** Shows how many prompts and messages a project has left, or the wait until the next one. */
export function RateNote({ projectId, waitSeconds }: Readonly<{ projectId: string; waitSeconds: number }>) {
  const { api } = useServices();
  const { value: rates } = useLoad(`rates ${projectId}`, () => api.agentRates(projectId));
  if (waitSeconds > 0) {
    return (
      <Notice tone="warn" isAlert>
        {t('agents.rateWait', { duration: formats.duration(waitSeconds) })}
      </Notice>
    );
  }
  if (!rates) return null;
  return (
    <p className={shared.soft}>
      {rates.remaining > 0
        ? t('agents.rateLeft', { remaining: rates.remaining, limit: rates.limit })
        : t('agents.rateNone', { duration: formats.duration(rates.resetSeconds) })}
    </p>
  );
}
