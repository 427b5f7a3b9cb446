import { useState } from 'react';
import type { HostedSite } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Field, Input } from '../ui/controls.tsx';
import { FormDialog } from './host-dialog.tsx';
import { ReachFields } from './reach.tsx';

/** Edits the name, address and number of kept versions of a stopped site. */
export function ChangeDialog({
  site,
  ...end
}: Readonly<{ site: HostedSite; onClose: () => void; onDone: () => void }>) {
  const { api } = useServices();
  const [name, setName] = useState(site.name);
  const [address, setAddress] = useState(site.address);
  const [port, setPort] = useState(String(site.port));
  const [keep, setKeep] = useState(String(site.keep));
  return (
    <FormDialog
      title={t('hosting.changeTitle', { name: site.name })}
      action={t('common.save')}
      isReady
      onSubmit={async () => {
        const where = { address, port: Number(port) };
        await api.changeHostedSite(site.siteId, { name, ...where, keep: Number(keep) });
      }}
      {...end}
    >
      <Field label={t('hosting.name')}>
        <Input value={name} required maxLength={253} onChange={(event) => setName(event.target.value)} />
      </Field>
      <ReachFields address={address} port={port} onAddress={setAddress} onPort={setPort} />
      <Field label={t('hosting.keep')}>
        <Input
          type="number"
          min={1}
          max={1000}
          required
          value={keep}
          onChange={(event) => setKeep(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
