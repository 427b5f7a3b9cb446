import {
  CircleCheck,
  CircleX,
  LoaderCircle,
  Pause,
  Pencil,
  Play,
  Plus,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import type { HostedSite } from '../../server/api/wire.types.ts';
import spin from '../exports/exports.module.css';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { announce } from '../state/announcer.ts';
import { useServices } from '../state/services.ts';
import {
  Badge,
  Button,
  CopyButton,
  controlStyles,
  Facts,
  Notice,
  Panel,
  type Tone,
} from '../ui/controls.tsx';
import { Confirm, toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import { Table } from '../ui/table.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { VersionDialog } from './host-dialog.tsx';
import styles from './hosting.module.css';
import { reachOf } from './reach.tsx';

type Asked = 'version' | 'change' | 'remove';

/** A hosted site: its address, version and actions. */
export function SiteCard({ site, onChange }: Readonly<{ site: HostedSite; onChange: () => void }>) {
  const { api } = useServices();
  const { siteId, name, status, activity, error } = site;
  const [asked, setAsked] = useState<Asked>();
  const [isBusy, setBusy] = useState(false);
  const isRunning = status === 'serving' || status === 'starting' || site.url !== null;
  const close = (): void => setAsked(undefined);
  const run = (work: Promise<unknown>, done?: string): void => {
    setBusy(true);
    work
      .then(
        () => {
          if (done === undefined) return;
          toast(done);
          announce(done);
        },
        (fault: Error) => toast(t('hosting.notDone'), { detail: fault.message, isError: true }),
      )
      .finally(() => {
        setBusy(false);
        onChange();
      });
  };
  return (
    <Panel title={<span translate="no">{name}</span>} action={<StatusBadge status={status} />}>
      <div className={styles.card}>
        {activity !== 'idle' && <Notice>{t(`hosting.activity.${activity}`)}</Notice>}
        {error !== null && activity === 'idle' && (
          <Notice tone="bad">
            <span translate="no">{error}</span>
          </Notice>
        )}
        <Facts items={factsOf(site)} />
        <div className={shared.row}>
          {isRunning ? (
            <>
              <Button look="primary" isBusy={isBusy} onClick={() => setAsked('version')}>
                <Plus size={14} aria-hidden />
                {t('hosting.newVersion')}
              </Button>
              <Button isBusy={isBusy} onClick={() => run(api.stopHostedSite(siteId))}>
                <Pause size={14} aria-hidden />
                {t('hosting.stop')}
              </Button>
            </>
          ) : (
            <>
              <Button look="primary" isBusy={isBusy} onClick={() => run(api.startHostedSite(siteId))}>
                <Play size={14} aria-hidden />
                {t('hosting.start')}
              </Button>
              <Button
                isIcon
                look="quiet"
                aria-label={t('hosting.change', { name })}
                onClick={() => setAsked('change')}
              >
                <Pencil size={16} aria-hidden />
              </Button>
            </>
          )}
          <Button
            isIcon
            look="quiet"
            aria-label={t('hosting.remove', { name })}
            onClick={() => setAsked('remove')}
          >
            <Trash2 size={16} aria-hidden />
          </Button>
        </div>
        <Versions
          site={site}
          canRollBack={isRunning && !isBusy && activity === 'idle'}
          onRollBack={({ versionId, version }) =>
            run(api.rollBackHostedSite(siteId, versionId), t('hosting.rolledBack', { name, version }))
          }
        />
      </div>
      {asked === 'version' && <VersionDialog site={site} onClose={close} onDone={onChange} />}
      {asked === 'change' && <ChangeDialog site={site} onClose={close} onDone={onChange} />}
      {asked === 'remove' && (
        <Confirm
          title={t('hosting.removeTitle', { name })}
          action={t('hosting.removeAction')}
          onClose={close}
          onConfirm={() => run(api.removeHostedSite(siteId), t('hosting.removed', { name }))}
        >
          <p>{t('hosting.removeText')}</p>
        </Confirm>
      )}
    </Panel>
  );
}

type Version = HostedSite['versions'][number];

const COLUMNS = [
  t('hosting.column.version'),
  { label: t('hosting.column.pages'), isNumber: true },
  { label: t('hosting.column.size'), isNumber: true },
  t('hosting.column.added'),
] as const;

function Versions({
  site: { name, versions, status },
  canRollBack,
  onRollBack,
}: Readonly<{ site: HostedSite; canRollBack: boolean; onRollBack: (version: Version) => void }>) {
  if (versions.length === 0) return null;
  return (
    <Table label={t('hosting.versions', { name })} columns={COLUMNS} hasActions>
      {versions.map((one) => (
        <tr key={one.versionId}>
          <td translate="no" className={shared.name} title={one.digest}>
            {one.version}
          </td>
          <td className={controlStyles.number}>{formats.number(one.pageCount)}</td>
          <td className={controlStyles.number}>{formats.bytes(one.sizeBytes)}</td>
          <td className={shared.line}>{formats.dateTime(one.addedAt)}</td>
          <td>
            {one.isActive ? (
              <Badge
                tone={status === 'serving' ? 'good' : 'plain'}
                icon={<CircleCheck size={12} aria-hidden />}
              >
                {t(status === 'serving' ? 'hosting.served' : 'hosting.active')}
              </Badge>
            ) : (
              <Button
                small
                disabled={!canRollBack}
                title={canRollBack ? undefined : t('hosting.rollBackLater')}
                aria-label={t('hosting.rollBackNamed', { name, version: one.version })}
                onClick={() => onRollBack(one)}
              >
                <RotateCcw size={14} aria-hidden />
                {t('hosting.rollBack')}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function factsOf({ url, address, port, keep }: HostedSite) {
  return [
    [
      t('hosting.address'),
      url === null ? (
        <span key="address" translate="no">
          {`${address.includes(':') ? `[${address}]` : address}:${port}`}
        </span>
      ) : (
        <span key="address" className={styles.address}>
          <a href={url} target="_blank" rel="noreferrer" translate="no" className={styles.url}>
            {url}
          </a>
          <CopyButton text={url} label={t('hosting.copyAddress')} />
        </span>
      ),
    ],
    [t('hosting.reach'), t(`hosting.reach.${reachOf(address)}`)],
    [t('hosting.keeps'), t('hosting.keepsText', { count: keep })],
  ] as const;
}

const TONES: Readonly<Record<HostedSite['status'], Tone>> = {
  serving: 'good',
  starting: 'busy',
  failed: 'bad',
  stopped: 'plain',
};

function StatusBadge({ status }: Pick<HostedSite, 'status'>) {
  const icon =
    status === 'serving' ? (
      <CircleCheck size={12} aria-hidden />
    ) : status === 'starting' ? (
      <LoaderCircle size={12} className={spin.spin} aria-hidden />
    ) : status === 'failed' ? (
      <CircleX size={12} aria-hidden />
    ) : (
      <Pause size={12} aria-hidden />
    );
  return (
    <Badge tone={TONES[status]} icon={icon}>
      {t(`hosting.status.${status}`)}
    </Badge>
  );
}
