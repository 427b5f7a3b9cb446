import type { Publication } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import type { Loaded } from '../state/load.ts';
import { Failure, Panel } from '../ui/controls.tsx';
import { PublicationProgress } from './publication-progress.tsx';

/** Publications of a job's bundle. Renders nothing if there are none. */
export function Publications({ value = [], error, reload }: Loaded<readonly Publication[]>) {
  if (value.length === 0 && error === undefined) return null;
  return (
    <Panel title={t('publish.card')}>
      {error !== undefined && <Failure message={error} onRetry={reload} />}
      {value.map((one) => (
        <PublicationProgress key={one.publicationId} publication={one} onChange={reload} />
      ))}
    </Panel>
  );
}
