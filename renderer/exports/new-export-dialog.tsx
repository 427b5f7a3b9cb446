import { FolderOpen, ListTree, Radar } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { Preview, PreviewRequest, Project } from '../../server/api/wire.types.ts';
import { type MessageId, t } from '../messages/t.ts';
import { type Access, accessOf, draftOf } from '../origin/access-draft.ts';
import { AccessFields } from '../origin/access-fields.tsx';
import { OriginTestView, useOriginTest } from '../origin/origin-test.tsx';
import { navigate } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, CheckBox, Failure, Field, Input, Notice, TextArea } from '../ui/controls.tsx';
import { Dialog, toast } from '../ui/overlays.tsx';
import type { DeploymentType } from './availability.ts';
import { DeploymentChoice } from './deployment-choice.tsx';
import styles from './exports.module.css';
import { PreviewView } from './preview-view.tsx';
import { type SecretDecision, SecretQuestion } from './secret-question.tsx';
import { isNew, type NewSite, originOf, placeOf, readSite, type SiteInput } from './site-input.ts';

/** Starts an export: of a site that is registered, or of a folder or a live site that becomes one. */
export function NewExportDialog({ onClose, site = '' }: Readonly<{ onClose: () => void; site?: string }>) {
  const { api, desktop, jobs } = useServices();
  const projects = useLoad('projects', api.projects);
  const [text, setText] = useState(site);
  const [name, setName] = useState<string>();
  const [domain, setDomain] = useState<string>();
  const [type, setType] = useState<DeploymentType>('air-gapped');
  const [access, setAccess] = useState(draftOf);
  const originTest = useOriginTest();
  const [version, setVersion] = useState('');
  const [paths, setPaths] = useState('');
  const [isFresh, setFresh] = useState(false);
  const [preview, setPreview] = useState<Preview>();
  const [secretFiles, setSecretFiles] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState<'preview' | 'start'>();
  const listId = useId();
  const formId = useId();
  const known = projects.value ?? [];
  const read = readSite(text, known);
  const chosenPaths = paths
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

  const attempt = async (what: 'preview' | 'start', work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setBusy(undefined);
    }
  };

  const previewed = (site: typeof read & { kind: 'known' | NewSite['kind'] }): Promise<Preview> => {
    const target: PreviewRequest =
      site.kind === 'known' ? { domain: site.domain } : originAndCredentials(site);
    return api.preview({ ...target, ...(chosenPaths.length > 0 && { paths: chosenPaths }) });
  };

  const listPages = () =>
    attempt('preview', async () => {
      setPreview(undefined);
      originTest.forget();
      if (read.kind === 'known' || isNew(read)) setPreview(await previewed(read));
    });

  /** @param decision about files that look like secrets; absent: nobody has been asked */
  const start = (decision?: SecretDecision) => {
    if (read.kind !== 'known' && !isNew(read)) return;
    attempt('start', async () => {
      const isFolder =
        read.kind === 'folder' || (read.kind === 'known' && read.project.origin.kind === 'directory');
      const found = isFolder && !decision ? (await previewed(read)).secretFiles : [];
      setSecretFiles(found);
      if (found.length > 0) return;
      const target =
        read.kind === 'known'
          ? read.domain
          : await newProject(read).then((project) => project.domains[0] ?? '');
      const job = await api.startExport({
        domain: target,
        ...(version.trim() !== '' && { version: version.trim() }),
        ...(chosenPaths.length > 0 && { paths: chosenPaths }),
        ...(isFresh && { fresh: true }),
        ...(decision && { settings: decision }),
      });
      jobs.refresh();
      onClose();
      toast(t('newExport.started', { site: job.domain }));
      navigate({ page: 'job', jobId: job.jobId, tab: 'overview' });
    });
  };

  /** What was filled in to get into a live site comes along. */
  const originAndCredentials = (
    site: NewSite,
  ): Pick<Access, 'credentials'> & { origin: Project['origin'] } => {
    const origin = originOf(site);
    return origin.kind === 'url'
      ? accessOf(origin, access, (domain ?? site.domain).trim())
      : { origin, credentials: {} };
  };

  const newProject = async (site: NewSite): Promise<Project> => {
    const { origin, credentials } = originAndCredentials(site);
    for (const [name, value] of Object.entries(credentials)) await api.setCredential({ name, value });
    return api.createProject({
      name: (name ?? site.name).trim(),
      domains: [(domain ?? site.domain).trim()],
      origin,
      deploymentType: type,
    });
  };

  const isReady = read.kind === 'known' || isNew(read);
  return (
    <Dialog
      title={t('exports.new')}
      description={t('newExport.description')}
      size="wide"
      onClose={onClose}
      foot={
        <>
          {read.kind === 'address' && (
            <Button
              disabled={busy !== undefined || originTest.busy !== undefined}
              onClick={() => {
                setPreview(undefined);
                const { origin, credentials } = originAndCredentials(read);
                if (origin.kind === 'url') originTest.test({ origin, credentials });
              }}
            >
              <Radar size={16} aria-hidden />
              {t('project.test')}
            </Button>
          )}
          <Button data-apart disabled={!isReady || busy !== undefined} onClick={listPages}>
            <ListTree size={16} aria-hidden />
            {busy === 'preview' ? t('newExport.listing') : t('newExport.list')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} look="primary" disabled={!isReady || busy !== undefined}>
            {busy === 'start' ? t('newExport.starting') : t('newExport.start')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          start();
        }}
        className={styles.options}
      >
        <div className={styles.site}>
          <Field label={t('newExport.site')} hint={t('newExport.siteHint')}>
            <Input
              value={text}
              list={listId}
              autoComplete="off"
              spellCheck={false}
              translate="no"
              placeholder="docs.example.com"
              onChange={(event) => {
                setText(event.target.value);
                setPreview(undefined);
                setSecretFiles([]);
                originTest.forget();
                setFault(undefined);
              }}
            />
          </Field>
          {desktop && (
            <Button
              onClick={() =>
                desktop.pickFolder().then(
                  (folder) => {
                    if (folder === undefined) return;
                    setText(folder);
                    setPreview(undefined);
                    setSecretFiles([]);
                    setFault(undefined);
                  },
                  (error: Error) => setFault(error.message),
                )
              }
            >
              <FolderOpen size={16} aria-hidden />
              {t('newExport.pick')}
            </Button>
          )}
        </div>
        <datalist id={listId}>
          {known.flatMap((project) =>
            project.domains.map((one) => (
              <option key={one} value={one}>
                {project.name}
              </option>
            )),
          )}
        </datalist>
        {projects.error && <Failure message={projects.error} onRetry={projects.reload} />}
        <SiteNote read={read} hasProjects={projects.value !== undefined} />
        {isNew(read) && (
          <>
            <div className={styles.dialogGrid}>
              <Field label={t('project.name')}>
                <Input value={name ?? read.name} onChange={(event) => setName(event.target.value)} required />
              </Field>
              <Field label={t('project.domain')} hint={t('newExport.domainHint')}>
                <Input
                  value={domain ?? read.domain}
                  onChange={(event) => setDomain(event.target.value)}
                  spellCheck={false}
                  translate="no"
                  required
                />
              </Field>
            </div>
            <DeploymentChoice value={type} onChange={setType} />
          </>
        )}
        {read.kind === 'address' && (
          <details className={styles.details}>
            <summary>{t('access.title')}</summary>
            <div className={styles.options}>
              <AccessFields draft={access} onChange={setAccess} />
            </div>
          </details>
        )}
        <details className={styles.details}>
          <summary>{t('newExport.options')}</summary>
          <div className={styles.options}>
            <Field label={t('newExport.version')} hint={t('newExport.versionHint')}>
              <Input
                value={version}
                onChange={(event) => setVersion(event.target.value)}
                pattern="[A-Za-z0-9._\-]{1,64}"
                spellCheck={false}
                translate="no"
              />
            </Field>
            <Field label={t('newExport.paths')} hint={t('newExport.pathsHint')}>
              <TextArea
                value={paths}
                rows={3}
                onChange={(event) => setPaths(event.target.value)}
                spellCheck={false}
                translate="no"
              />
            </Field>
            <CheckBox
              label={t('newExport.fresh')}
              hint={t('newExport.freshHint')}
              checked={isFresh}
              onChange={(event) => setFresh(event.target.checked)}
            />
          </div>
        </details>
      </form>
      <OriginTestView originTest={originTest} />
      <div aria-live="polite">
        {preview && <PreviewView preview={preview} />}
        {busy === 'preview' && <p>{t('newExport.listing')}</p>}
      </div>
      {secretFiles.length > 0 && (
        <SecretQuestion
          files={secretFiles}
          excluded={read.kind === 'known' ? (read.project.settings.exclude ?? []) : []}
          onDecide={start}
        />
      )}
      {fault && <Failure message={fault} />}
    </Dialog>
  );
}

/** What was understood of what was typed. */
function SiteNote({ read, hasProjects }: Readonly<{ read: SiteInput; hasProjects: boolean }>) {
  if (!hasProjects) return null;
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
  if (isNew(read)) return <Notice>{t('newExport.newProject')}</Notice>;
  if (read.kind === 'relative') return <Notice tone="warn">{t('newExport.relative')}</Notice>;
  if (read.kind === 'unknown' && read.host.includes('.')) {
    return (
      <Notice tone="warn">
        <span>
          {t('newExport.unknown')} <span translate="no">{read.host}</span>
        </span>
        <span>{t('newExport.unknownHint')}</span>
      </Notice>
    );
  }
  return null;
}
