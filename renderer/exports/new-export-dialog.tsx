import { ListTree, Radar } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import type {
  Job,
  OriginTest,
  Preview,
  PreviewRequest,
  Project,
  StartExport,
} from '../../server/api/wire.types.ts';
import { domainName } from '../../shared/domain-name.ts';
import { ApiFault } from '../api/api-fault.ts';
import { t } from '../messages/t.ts';
import { type Access, accessOf, draftOf } from '../origin/access-draft.ts';
import { AccessFields } from '../origin/access-fields.tsx';
import { OriginTestView, useOriginTest } from '../origin/origin-test.tsx';
import { navigate } from '../routing.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Field, Input } from '../ui/controls.tsx';
import { Dialog, toast } from '../ui/overlays.tsx';
import type { DeploymentType } from './availability.ts';
import { DeploymentChoice } from './deployment-choice.tsx';
import { ExportOptionFields, noOptions, pathsOf, versionProblem } from './export-options.tsx';
import styles from './exports.module.css';
import { PreviewView } from './preview-view.tsx';
import { type SecretDecision, SecretQuestion } from './secret-question.tsx';
import { problemWith, SiteField } from './site-field.tsx';
import { isNew, type NewSite, originOf, readSite, type SiteInput } from './site-input.ts';

type Exportable = Extract<SiteInput, { kind: 'known' | NewSite['kind'] }>;
/** An error message and its field. Without a field, it is shown at the end of the form. */
type Fault = Readonly<{ field?: 'site' | 'domain' | 'version'; message: string }>;

/** The server cannot read the site. */
class SiteFault extends Error {}

/** Starts an export of a registered site, or of a folder or live site, which it registers first. */
export function NewExportDialog({ onClose, site = '' }: Readonly<{ onClose: () => void; site?: string }>) {
  const { api, jobs } = useServices();
  const projects = useLoad('projects', api.projects);
  const [text, setText] = useState(site);
  const [name, setName] = useState<string>();
  const [domain, setDomain] = useState<string>();
  const [type, setType] = useState<DeploymentType>('air-gapped');
  const [access, setAccess] = useState(draftOf);
  const [isAccessOpen, setAccessOpen] = useState(false);
  const originTest = useOriginTest();
  const [options, setOptions] = useState(noOptions);
  const [areOptionsOpen, setOptionsOpen] = useState(false);
  const [preview, setPreview] = useState<Preview>();
  /** Title of the start page, once it has been read. */
  const [title, setTitle] = useState<string | null>(null);
  const [secretFiles, setSecretFiles] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<Fault>();
  const [busy, setBusy] = useState<'preview' | 'start'>();
  const formId = useId();
  const siteInput = useRef<HTMLInputElement>(null);
  const domainInput = useRef<HTMLInputElement>(null);
  const read = readSite(text, projects.value ?? []);
  const paths = pathsOf(options);
  const siteName = name ?? (title || (isNew(read) ? read.name : ''));

  const takeText = (typed: string): void => {
    setText(typed);
    setPreview(undefined);
    setTitle(null);
    setSecretFiles([]);
    setFault(undefined);
    originTest.forget();
  };

  const fail = (found: Fault): void => {
    setFault(found);
    if (found.field === 'site') siteInput.current?.focus();
    if (found.field === 'domain') domainInput.current?.focus();
    if (found.field === 'version') setOptionsOpen(true);
  };

  /** @returns the site if it can be exported; otherwise shows the reason at the field */
  const exportable = (): Exportable | undefined => {
    setFault(undefined);
    const message = problemWith(read);
    if (message !== undefined) {
      fail({ field: 'site', message });
      return undefined;
    }
    if (read.kind !== 'known' && !isNew(read)) return undefined;
    if (isNew(read) && domainName((domain ?? read.domain).trim()) === undefined) {
      fail({ field: 'domain', message: t('project.wrongDomain') });
      return undefined;
    }
    return read;
  };

  const attempt = async (what: 'preview' | 'start', work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      fail({ ...(error instanceof SiteFault && { field: 'site' }), message: (error as Error).message });
    } finally {
      setBusy(undefined);
    }
  };

  /** @throws SiteFault if the server rejects the site */
  const previewOf = async (site: Exportable): Promise<Preview> => {
    const target: PreviewRequest =
      site.kind === 'known' ? { domain: site.domain } : originAndCredentials(site);
    try {
      return await api.preview({ ...target, ...(paths.length > 0 && { paths }) });
    } catch (error) {
      const isRefused = error instanceof ApiFault && error.status !== 0;
      throw isRefused ? new SiteFault(error.message) : error;
    }
  };

  const test = async (site: NewSite): Promise<OriginTest | undefined> => {
    setPreview(undefined);
    const { origin, credentials } = originAndCredentials(site);
    if (origin.kind !== 'url') return undefined;
    const found = await originTest.test({ origin, credentials });
    setTitle(found?.title ?? null);
    return found;
  };

  const listPages = () => {
    const site = exportable();
    if (!site) return;
    attempt('preview', async () => {
      setPreview(undefined);
      originTest.forget();
      const seen = await previewOf(site);
      setPreview(seen);
      if (seen.title !== null) setTitle(seen.title);
    });
  };

  /** @param decision about files that look like secrets; undefined if the user has not been asked */
  const start = (decision?: SecretDecision) => {
    const site = exportable();
    const message = versionProblem(options);
    if (site && message !== undefined) fail({ field: 'version', message });
    if (!site || message !== undefined) return;
    attempt('start', async () => {
      const found = await lookAt(site, decision);
      if (found === undefined) return;
      const version = options.version.trim();
      const order = {
        ...(version !== '' && { version }),
        ...(paths.length > 0 && { paths }),
        ...(options.isFresh && { fresh: true }),
        ...(decision && { settings: decision }),
      };
      const job =
        site.kind === 'known'
          ? await api.startExport({ domain: site.domain, ...order })
          : await startNew(site, found, order);
      jobs.refresh();
      onClose();
      const called = site.kind === 'known' ? site.project.name : nameFor(site, found);
      toast(t('newExport.started', { site: called }));
      navigate({ page: 'job', jobId: job.jobId, tab: 'overview' });
    });
  };

  /**
   * Probes a site before anything is stored, so that an unreadable site leaves no project behind.
   * @returns the title, empty if there is none; undefined if the user has to check something first
   */
  const lookAt = async (site: Exportable, decision?: SecretDecision): Promise<string | undefined> => {
    if (site.kind === 'address') {
      const wasTested = originTest.found?.kind === 'test' && originTest.found.test.outcome === 'page';
      const found = wasTested && originTest.found?.kind === 'test' ? originTest.found.test : await test(site);
      if (found?.outcome === 'login' || found?.asksPassword) setAccessOpen(true);
      if (found?.outcome !== 'page' || found.robots === 'forbids') return undefined;
      // A user who has seen the result of the test may continue.
      return found.asksPassword && !wasTested ? undefined : (found.title ?? '');
    }
    const isFolder = site.kind === 'folder' || site.project.origin.kind === 'directory';
    if (!isFolder || decision) return title ?? '';
    const seen = await previewOf(site);
    setSecretFiles(seen.secretFiles);
    if (seen.title !== null) setTitle(seen.title);
    return seen.secretFiles.length > 0 ? undefined : (seen.title ?? title ?? '');
  };

  /** Returns the origin of a new site, with the access settings and credentials typed for a live site. */
  const originAndCredentials = (
    site: NewSite,
  ): Pick<Access, 'credentials'> & { origin: Project['origin'] } => {
    const origin = originOf(site);
    return origin.kind === 'url'
      ? accessOf(origin, access, (domain ?? site.domain).trim())
      : { origin, credentials: {} };
  };

  /** @param found title of the site as just read */
  const nameFor = (site: NewSite, found: string): string =>
    (name ?? (found || site.name)).trim().slice(0, NAME_MAX);

  const newProject = async (site: NewSite, found: string): Promise<Project> => {
    const { origin, credentials } = originAndCredentials(site);
    for (const [credential, value] of Object.entries(credentials))
      await api.setCredential({ name: credential, value });
    return api.createProject({
      name: nameFor(site, found),
      domains: [(domain ?? site.domain).trim()],
      origin,
      deploymentType: type,
    });
  };

  /** Creates the project of a site and exports it. Deletes the project again if the export cannot start. */
  const startNew = async (site: NewSite, found: string, order: Omit<StartExport, 'domain'>): Promise<Job> => {
    const { projectId, domains } = await newProject(site, found);
    try {
      return await api.startExport({ domain: domains[0] ?? '', ...order });
    } catch (error) {
      await api.deleteProject(projectId).catch(() => {}); // the first error is the one to report
      throw error;
    }
  };

  const isBusy = busy !== undefined || originTest.busy !== undefined;
  return (
    <Dialog
      title={t('exports.new')}
      size="wide"
      onClose={onClose}
      foot={
        <>
          {read.kind === 'address' && (
            <Button isBusy={isBusy} onClick={() => test(read)}>
              <Radar size={16} aria-hidden />
              {t('project.test')}
            </Button>
          )}
          <Button data-apart isBusy={isBusy} onClick={listPages}>
            <ListTree size={16} aria-hidden />
            {busy === 'preview' ? t('newExport.listing') : t('newExport.list')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} look="primary" isBusy={isBusy}>
            {busy === 'start' ? t('newExport.starting') : t('newExport.start')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          start();
        }}
        className={styles.options}
      >
        <SiteField
          text={text}
          read={read}
          projects={projects.value ?? []}
          error={fault?.field === 'site' ? fault.message : undefined}
          input={siteInput}
          isBusy={isBusy}
          onChange={takeText}
          onFault={(message) => fail({ field: 'site', message })}
        />
        {projects.error && <Failure message={projects.error} onRetry={projects.reload} />}
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
        {read.kind === 'address' && (
          <details
            className={styles.details}
            open={isAccessOpen}
            onToggle={(event) => setAccessOpen(event.currentTarget.open)}
          >
            <summary>{t('access.title')}</summary>
            <div className={styles.options}>
              <AccessFields draft={access} onChange={setAccess} />
            </div>
          </details>
        )}
        {isNew(read) && (
          <>
            <div className={styles.dialogGrid}>
              <Field label={t('project.name')}>
                <Input
                  value={siteName}
                  onChange={(event) => setName(event.target.value)}
                  maxLength={NAME_MAX}
                />
              </Field>
              <Field
                label={t('project.domain')}
                hint={t('newExport.domainHint')}
                error={fault?.field === 'domain' ? fault.message : undefined}
              >
                <Input
                  ref={domainInput}
                  value={domain ?? read.domain}
                  onChange={(event) => {
                    setDomain(event.target.value);
                    if (fault?.field === 'domain') setFault(undefined);
                  }}
                  spellCheck={false}
                  translate="no"
                />
              </Field>
            </div>
            <details className={styles.details}>
              <summary>{t('project.deployment')}</summary>
              <DeploymentChoice value={type} onChange={setType} />
            </details>
          </>
        )}
        <details
          className={styles.details}
          open={areOptionsOpen}
          onToggle={(event) => setOptionsOpen(event.currentTarget.open)}
        >
          <summary>{t('newExport.options')}</summary>
          <ExportOptionFields
            options={options}
            error={fault?.field === 'version' ? fault.message : undefined}
            onChange={(changed) => {
              // The preview was for other pages.
              if (pathsOf(changed).join('\n') !== paths.join('\n')) setPreview(undefined);
              setOptions(changed);
            }}
          />
        </details>
      </form>
      {fault && fault.field === undefined && <Failure message={fault.message} />}
    </Dialog>
  );
}

/** Maximum length of a project name. */
const NAME_MAX = 200;
