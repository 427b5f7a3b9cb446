import { FolderOpen } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import type { Project } from '../../server/api/wire.types.ts';
import { type MessageId, t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Field, Input, Notice } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';
import styles from './exports.module.css';
import { FolderPicker } from './folder-picker.tsx';
import { isNew, placeOf, type SiteInput } from './site-input.ts';

/** Input for the site to export: an address, a folder or a registered site. */
export function SiteField({
  text,
  read,
  projects,
  error,
  input,
  isBusy,
  onChange,
  onFault,
}: Readonly<{
  text: string;
  read: SiteInput;
  projects: readonly Project[];
  error: string | undefined;
  input: RefObject<HTMLInputElement | null>;
  /** The input is being checked and is read-only until the response arrives. */
  isBusy: boolean;
  onChange: (text: string) => void;
  onFault: (message: string) => void;
}>) {
  const { desktop } = useServices();
  const listId = useId();
  const [isChoosing, setChoosing] = useState(false);
  const choose = (folder: string | undefined): void => {
    if (folder !== undefined) onChange(folder);
  };
  return (
    <>
      <div className={styles.siteField}>
        <Field label={t('newExport.site')} hint={t('newExport.siteHint')} error={error}>
          <Input
            ref={input}
            value={text}
            readOnly={isBusy}
            list={listId}
            autoComplete="off"
            spellCheck={false}
            translate="no"
            placeholder="https://docs.example.com"
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
        <Button
          isBusy={isBusy}
          onClick={() =>
            desktop
              ? desktop.pickFolder().then(choose, (fault: Error) => onFault(fault.message))
              : setChoosing(true)
          }
        >
          <FolderOpen size={16} aria-hidden />
          {t('newExport.pick')}
        </Button>
      </div>
      <datalist id={listId}>
        {projects.flatMap((project) =>
          project.domains.map((one) => (
            <option key={one} value={one}>
              {project.name}
            </option>
          )),
        )}
      </datalist>
      {read.kind === 'unknown' && read.url !== undefined && (
        <div className={shared.row}>
          <Button small onClick={() => choose(read.url)}>
            {t('newExport.useHttps', { url: read.url })}
          </Button>
        </div>
      )}
      {read.kind === 'empty' && projects.length > 0 && (
        <RecentSites projects={projects} onChoose={onChange} />
      )}
      {error === undefined && <Understood read={read} />}
      {isChoosing && (
        <FolderPicker
          start={read.kind === 'folder' ? read.folder : undefined}
          onChoose={(folder) => {
            setChoosing(false);
            onChange(folder);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

/** Returns why the typed site cannot be exported; undefined if it can. */
export function problemWith(read: SiteInput): string | undefined {
  switch (read.kind) {
    case 'empty':
      return t('newExport.emptySite');
    case 'relative':
      return t('newExport.relative');
    case 'protocol':
      return read.other.meant === undefined
        ? t('newExport.protocol', { protocol: read.other.protocol })
        : t('newExport.misspelled', { protocol: read.other.protocol, meant: read.other.meant });
    case 'unknown':
      return t('newExport.unknown', { typed: read.typed });
    default:
      return undefined;
  }
}

const RECENT_JOBS = 30;
const RECENT_SITES = 5;

function RecentSites({
  projects,
  onChoose,
}: Readonly<{ projects: readonly Project[]; onChoose: (domain: string) => void }>) {
  const { api } = useServices();
  const { value } = useLoad('recent exports', () => api.jobs({ limit: RECENT_JOBS }));
  const ids = [...new Set((value?.jobs ?? []).map(({ projectId }) => projectId))].slice(0, RECENT_SITES);
  const recent = ids.flatMap((id) => projects.find(({ projectId }) => projectId === id) ?? []);
  if (recent.length === 0) return null;
  return (
    <div className={shared.row}>
      <span className={styles.sub}>{t('newExport.recent')}</span>
      {recent.map(({ projectId, name, domains }) => (
        <Button key={projectId} small translate="no" onClick={() => onChoose(domains[0] ?? '')}>
          {name}
        </Button>
      ))}
    </div>
  );
}

/** Shows how the input was interpreted. */
function Understood({ read }: Readonly<{ read: SiteInput }>) {
  if (read.kind === 'known') {
    return (
      <Notice>
        <span>
          {t('newExport.known')} <b translate="no">{read.project.name}</b>{' '}
          <span translate="no">({placeOf(read.project)})</span>
        </span>
        <span>
          {t('newExport.knownType', { type: t(`deployment.${read.project.deploymentType}` as MessageId) })}
        </span>
      </Notice>
    );
  }
  return isNew(read) ? <Notice>{t('newExport.newProject')}</Notice> : null;
}
