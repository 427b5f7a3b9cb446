import { useEffect, useState } from 'react';
import type { HostedBundle } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Failure, Field, Input, Loading, Select } from '../ui/controls.tsx';

/** Number of recent exports offered. */
const OFFERED = 200;

type Source = 'job' | 'received' | 'path';
type Choice = Readonly<{ id: string; label: string }>;

/**
 * Selects the bundle to host: from an export, a received bundle or a file.
 * @param domain limits the choice to bundles of this site
 */
export function BundleFields({
  domain,
  onChange,
}: Readonly<{
  domain?: string | undefined;
  /** Receives undefined while no bundle is selected. */
  onChange: (bundle: HostedBundle | undefined) => void;
}>) {
  const { api } = useServices();
  const [source, setSource] = useState<Source>('job');
  const [chosen, setChosen] = useState<string>();
  const [place, setPlace] = useState('');
  const choices = useLoad<readonly Choice[]>(`hostable ${source}`, async () => {
    if (source === 'job') {
      const { jobs } = await api.jobs({
        status: 'completed',
        limit: OFFERED,
        sort: '-createdAt',
        ...(domain !== undefined && { search: domain }),
      });
      return jobs
        .filter((job) => domain === undefined || job.domain === domain)
        .map(({ jobId: id, domain: site, version, createdAt }) => ({
          id,
          label: `${site} ${version ?? id} · ${formats.dateTime(createdAt)}`,
        }));
    }
    if (source === 'path') return [];
    return (await api.received())
      .filter(({ status, isUsable, verification }) => {
        const found = verification?.bundle?.domain;
        return status === 'waiting' && isUsable && (domain === undefined || found === domain);
      })
      .map(({ receivedId: id, verification, source: from }) => {
        const { bundle } = verification ?? {};
        return { id, label: bundle ? `${bundle.domain} ${bundle.version}` : from };
      });
  });
  const { value, error, reload } = choices;
  const id = value?.find((choice) => choice.id === chosen)?.id ?? value?.[0]?.id;
  const type = (path: string): void => {
    setPlace(path);
    onChange({ path: path.trim() });
  };
  // The first offer is preselected. A path is reported on every keystroke, so it is current when Enter submits.
  useEffect(() => {
    if (source === 'path') onChange({ path: '' });
    else if (id === undefined) onChange(undefined);
    else onChange(source === 'job' ? { jobId: id } : { receivedId: id });
  }, [source, id, onChange]);
  return (
    <>
      <Field label={t('hosting.source')}>
        <Select
          value={source}
          onChange={(event) => {
            setSource(event.target.value as Source);
            setPlace('');
          }}
        >
          {(['job', 'received', 'path'] as const).map((one) => (
            <option key={one} value={one}>
              {t(`hosting.source.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      {source === 'path' ? (
        <Field label={t('hosting.path')} hint={t('hosting.pathHint')}>
          <Input value={place} required spellCheck={false} onChange={(event) => type(event.target.value)} />
        </Field>
      ) : error !== undefined ? (
        <Failure message={error} onRetry={reload} />
      ) : !value ? (
        <Loading />
      ) : value.length === 0 ? (
        <p>{t(source === 'job' ? 'hosting.noJob' : 'hosting.noReceived')}</p>
      ) : (
        <Field label={t('hosting.job')}>
          <Select value={id} onChange={(event) => setChosen(event.target.value)} translate="no">
            {value.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.label}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}
