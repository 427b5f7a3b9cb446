import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { HostedBundle, HostedSite, Job } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { navigate } from '../routing.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Field, Input } from '../ui/controls.tsx';
import { Dialog, toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import { BundleFields } from './bundle-fields.tsx';
import { ReachFields } from './reach.tsx';

type End = Readonly<{ onClose: () => void; onDone: () => void }>;

/** Dialog to host a site: bundle, name and address. */
export function HostDialog({ job, ...end }: Readonly<{ job?: Job }> & End) {
  const { api } = useServices();
  const [bundle, setBundle] = useState<HostedBundle | undefined>(job && { jobId: job.jobId });
  const [name, setName] = useState('');
  const [address, setAddress] = useState('127.0.0.1');
  const [port, setPort] = useState('');
  const host = async (): Promise<void> => {
    const site = await api.hostSite({
      ...bundle,
      ...(name.trim() !== '' && { name }),
      address,
      ...(port !== '' && { port: Number(port) }),
    });
    toast(t('hosting.added', { name: site.name }), {
      ...(job && { action: { label: t('hosting.show'), run: () => navigate({ page: 'hosting' }) } }),
    });
  };
  return (
    <FormDialog
      title={
        job
          ? t('hosting.addNamed', { name: [job.domain, job.version].filter(Boolean).join(' ') })
          : t('hosting.addTitle')
      }
      action={t('hosting.addAction')}
      isReady={bundle !== undefined}
      onSubmit={host}
      {...end}
    >
      {!job && <BundleFields onChange={setBundle} />}
      <Field label={t('hosting.name')} hint={t('hosting.nameHint')}>
        <Input value={name} maxLength={253} onChange={(event) => setName(event.target.value)} />
      </Field>
      <ReachFields address={address} port={port} onAddress={setAddress} onPort={setPort} />
    </FormDialog>
  );
}

/** Dialog to switch a hosted site to another version. */
export function VersionDialog({ site, ...end }: Readonly<{ site: HostedSite }> & End) {
  const { api } = useServices();
  const [bundle, setBundle] = useState<HostedBundle>();
  return (
    <FormDialog
      title={t('hosting.newVersionTitle', { name: site.name })}
      action={t('hosting.newVersionAction')}
      isReady={bundle !== undefined}
      onSubmit={async () => {
        if (bundle) await api.addHostedVersion(site.siteId, bundle);
      }}
      {...end}
    >
      <BundleFields domain={site.versions[0]?.domain} onChange={setBundle} />
    </FormDialog>
  );
}

/** A form dialog that stays open and shows the reason if the request is rejected. */
export function FormDialog({
  title,
  action,
  isReady,
  onSubmit,
  onClose,
  onDone,
  children,
}: Readonly<{
  title: string;
  action: string;
  isReady: boolean;
  onSubmit: () => Promise<void>;
  children: ReactNode;
}> &
  End) {
  const form = useId();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    onSubmit().then(
      () => {
        onDone();
        onClose();
      },
      (error: Error) => {
        setFault(error.message);
        setBusy(false);
      },
    );
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {isReady && (
            <Button type="submit" form={form} look="primary" isBusy={isBusy}>
              {action}
            </Button>
          )}
        </>
      }
    >
      <form id={form} className={shared.form} onSubmit={submit}>
        {children}
        {fault !== undefined && <Failure message={fault} />}
      </form>
    </Dialog>
  );
}
