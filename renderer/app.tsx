import {
  Archive,
  BookOpen,
  Bot,
  CircleHelp,
  Inbox,
  Info,
  KeyRound,
  LogOut,
  ScrollText,
  Search,
  Send,
  Server,
  Settings,
  ShieldCheck,
  Stethoscope,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { AgentJobsPage } from './agent/agent-jobs-page.tsx';
import { NewAgentJobDialog } from './agent/new-agent-job-dialog.tsx';
import styles from './app.module.css';
import { SandboxNotice } from './diagnostics/sandbox-notice.tsx';
import { ExportsPage } from './exports/exports-page.tsx';
import { NewExportDialog } from './exports/new-export-dialog.tsx';
import { JobPage } from './job/job-page.tsx';
import { type MessageId, t } from './messages/t.ts';
import { CheatSheet } from './palette/cheat-sheet.tsx';
import { Palette } from './palette/palette.tsx';
import { useShortcuts } from './palette/shortcuts.ts';
import { ProjectPage } from './projects/project-page.tsx';
import { ProjectsPage } from './projects/projects-page.tsx';
import { hrefOf, type MainPage, mainPages, navigate, parseRoute, type Route, useHash } from './routing.ts';
import { useAnnouncement } from './state/announcer.ts';
import { useDesktop, useDroppedFolder } from './state/desktop.ts';
import type { Overlay } from './state/overlay.ts';
import { usePreferences } from './state/preferences.ts';
import { useScrollMemory } from './state/scroll-memory.ts';
import { useServices } from './state/services.ts';
import { Button, Empty, Failure, Loading } from './ui/controls.tsx';
import { Toasts, toast } from './ui/overlays.tsx';
import { Page } from './ui/page.tsx';
import { WelcomePage } from './welcome/welcome-page.tsx';

const AgentJobPage = lazy(() => import('./agent/agent-job-page.tsx'));
const ComparePage = lazy(() => import('./compare/compare-page.tsx'));
const PublicationsPage = lazy(() => import('./publications/publications-page.tsx'));
const HostingPage = lazy(() => import('./hosting/hosting-page.tsx'));
const ReceivePage = lazy(() => import('./receive/receive-page.tsx'));
const KeysPage = lazy(() => import('./keys/keys-page.tsx'));
const TrustPage = lazy(() => import('./trust/trust-page.tsx'));
const AuditPage = lazy(() => import('./audit/audit-page.tsx'));
const SettingsPage = lazy(() => import('./settings/settings-page.tsx'));
const DiagnosticsPage = lazy(() => import('./diagnostics/diagnostics-page.tsx'));
const HelpPage = lazy(() => import('./help/help-page.tsx'));
const AboutPage = lazy(() => import('./about/about-page.tsx'));

const ICONS: Readonly<Record<MainPage, ReactNode>> = {
  exports: <Archive size={18} aria-hidden />,
  agents: <Bot size={18} aria-hidden />,
  projects: <BookOpen size={18} aria-hidden />,
  publications: <Send size={18} aria-hidden />,
  hosting: <Server size={18} aria-hidden />,
  receive: <Inbox size={18} aria-hidden />,
  trust: <ShieldCheck size={18} aria-hidden />,
  keys: <KeyRound size={18} aria-hidden />,
  audit: <ScrollText size={18} aria-hidden />,
  settings: <Settings size={18} aria-hidden />,
  diagnostics: <Stethoscope size={18} aria-hidden />,
  help: <CircleHelp size={18} aria-hidden />,
  about: <Info size={18} aria-hidden />,
};

const ASKED_AGAIN_MS = 4_000;

/** The shell around every page: navigation, global dialogs and notifications. */
export function App() {
  const { api, connection, desktop } = useServices();
  const state = connection((connection) => connection.state);
  const theme = usePreferences((preferences) => preferences.theme);
  const hash = useHash();
  const route = parseRoute(hash);
  const [overlay, setOverlay] = useState<Overlay>();
  /** Folder dropped on the window. */
  const [site, setSite] = useState('');
  useLive();
  useScrollMemory(hash);
  useShortcuts(setOverlay);
  useDesktop(desktop, setOverlay);
  const isDraggedOver = useDroppedFolder(desktop, (folder) => {
    setSite(folder);
    setOverlay('new-export');
  });
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    desktop?.setTheme(theme).catch(() => {});
  }, [theme, desktop]);

  // Retry automatically while the server is unreachable.
  useEffect(() => {
    if (state !== 'unreachable') return;
    const timer = setInterval(() => api.queue().catch(() => {}), ASKED_AGAIN_MS);
    return () => clearInterval(timer);
  }, [state, api]);

  if (state === 'logged-out') return <LoggedOut />;
  return (
    <div className={styles.shell}>
      <Sidebar current={currentOf(route)} onOpen={setOverlay} />
      <main className={styles.main} id="main" data-scroll="page">
        {state === 'unreachable' && (
          <div className={styles.banner}>
            <Failure message={t('app.unreachable')} onRetry={() => api.queue().catch(() => {})} />
          </div>
        )}
        {(route.page === 'welcome' || route.page === 'exports') && (
          <div className={styles.banner}>
            <SandboxNotice />
          </div>
        )}
        <Suspense fallback={<Waiting />}>
          <PageOf key={keyOf(route)} route={route} onOpen={setOverlay} />
        </Suspense>
      </main>
      {overlay === 'palette' && <Palette onClose={() => setOverlay(undefined)} onOpen={setOverlay} />}
      {overlay === 'shortcuts' && <CheatSheet onClose={() => setOverlay(undefined)} />}
      {overlay === 'new-export' && (
        <NewExportDialog
          key={site}
          site={site}
          onClose={() => {
            setOverlay(undefined);
            setSite('');
          }}
        />
      )}
      {overlay === 'new-agent-job' && <NewAgentJobDialog onClose={() => setOverlay(undefined)} />}
      {isDraggedOver && (
        <div className={styles.drop} aria-hidden>
          {t('app.drop')}
        </div>
      )}
      <Toasts />
      <Announcer />
    </div>
  );
}

function PageOf({ route, onOpen }: Readonly<{ route: Route; onOpen: (overlay: Overlay) => void }>) {
  switch (route.page) {
    case 'welcome':
      return <WelcomePage onNewExport={() => onOpen('new-export')} />;
    case 'exports':
      return <ExportsPage onNewExport={() => onOpen('new-export')} />;
    case 'job':
      return <JobPage jobId={route.jobId} tab={route.tab} />;
    case 'compare':
      return <ComparePage jobId={route.jobId} base={route.base} />;
    case 'agents':
      return <AgentJobsPage onNew={() => onOpen('new-agent-job')} />;
    case 'agent-job':
      return <AgentJobPage projectId={route.projectId} jobId={route.jobId} tab={route.tab} />;
    case 'projects':
      return <ProjectsPage />;
    case 'project':
      return <ProjectPage projectId={route.projectId} tab={route.tab} />;
    case 'publications':
      return <PublicationsPage />;
    case 'hosting':
      return <HostingPage />;
    case 'receive':
      return <ReceivePage />;
    case 'trust':
      return <TrustPage />;
    case 'keys':
      return <KeysPage />;
    case 'settings':
      return <SettingsPage />;
    case 'audit':
      return <AuditPage />;
    case 'diagnostics':
      return <DiagnosticsPage />;
    case 'help':
      return <HelpPage {...route} />;
    case 'about':
      return <AboutPage />;
    case 'unknown':
      return (
        <Page title={t('unknown.title')}>
          <Empty
            icon={<Search size={32} aria-hidden />}
            title={t('unknown.heading')}
            action={
              <Button look="primary" onClick={() => navigate({ page: 'exports' })}>
                {t('unknown.action')}
              </Button>
            }
          >
            <span translate="no">{route.path}</span>
          </Empty>
        </Page>
      );
  }
}

function Sidebar({
  current,
  onOpen,
}: Readonly<{ current: MainPage | undefined; onOpen: (overlay: Overlay) => void }>) {
  const { api, connection, desktop, queueState } = useServices();
  const { running } = queueState();
  return (
    <header className={styles.side}>
      <button
        type="button"
        className={styles.skip}
        onClick={() => document.querySelector<HTMLElement>('main h1')?.focus()}
      >
        {t('app.skip')}
      </button>
      <div className={styles.brand}>
        <BrandMark />
        <span translate="no">Offprint</span>
      </div>
      <nav className={styles.nav} aria-label={t('app.navigation')}>
        {mainPages.map((page) => (
          <a
            key={page}
            className={styles.link}
            href={hrefOf({ page })}
            aria-current={page === current ? 'page' : undefined}
            title={t(`nav.${page}` as MessageId)}
          >
            {ICONS[page]}
            <span className={styles.text}>{t(`nav.${page}` as MessageId)}</span>
            {page === 'exports' && running > 0 && (
              <span className={styles.count} title={t('nav.running', { count: running })}>
                <span aria-hidden>{running}</span>
                <span className="visually-hidden">{t('nav.running', { count: running })}</span>
              </span>
            )}
          </a>
        ))}
      </nav>
      <div className={styles.bottom}>
        <button
          type="button"
          className={styles.link}
          onClick={() => onOpen('palette')}
          title={t('palette.title')}
        >
          <Search size={18} aria-hidden />
          <span className={styles.text}>{t('nav.palette')}</span>
          <kbd translate="no">Ctrl K</kbd>
        </button>
        {!desktop && (
          <button
            type="button"
            className={styles.link}
            title={t('nav.logOut')}
            onClick={() =>
              api.logOut().then(
                () => connection.setState({ state: 'logged-out' }),
                (error: Error) => toast(t('nav.logOutFailed'), { detail: error.message, isError: true }),
              )
            }
          >
            <LogOut size={18} aria-hidden />
            <span className={styles.text}>{t('nav.logOut')}</span>
          </button>
        )}
      </div>
    </header>
  );
}

function BrandMark() {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
      <rect x="7" y="2" width="13" height="16" rx="2" fill="var(--accent)" opacity="0.4" />
      <rect x="4" y="5" width="13" height="16" rx="2" fill="var(--accent)" />
      <path
        d="M7.500 10h6M7.500 13.500h6M7.500 17h4"
        stroke="var(--on-accent)"
        strokeWidth="1.600"
        strokeLinecap="round"
      />
    </svg>
  );
}

function LoggedOut() {
  return (
    <main className={styles.main}>
      <Page title={t('loggedOut.title')} isNarrow>
        <p>{t('loggedOut.text')}</p>
        {!window.isSecureContext && <p>{t('loggedOut.insecure')}</p>}
        <pre translate="no">offprint login</pre>
      </Page>
    </main>
  );
}

function Waiting() {
  return (
    <div style={{ padding: 24 }}>
      <Loading />
    </div>
  );
}

function Announcer() {
  const text = useAnnouncement((state) => state.text);
  return (
    <div className="visually-hidden" aria-live="polite" role="status" data-announcer>
      {text}
    </div>
  );
}

/** Keeps the stores of jobs, progress, queue and site names up to date. */
function useLive(): void {
  const { api, live, jobs, progress, queueState, sites } = useServices();
  useEffect(() => {
    const look = (jobIds: readonly string[]): void => {
      jobs.refresh();
      queueState.refresh();
      const heard = new Set(progress.heard());
      for (const jobId of jobIds.filter((id) => heard.has(id))) {
        api.job(jobId).then(
          ({ status }) => {
            if (status !== 'running') progress.forget([jobId]);
            if (status === 'completed') sites.refresh();
          },
          () => progress.forget([jobId]),
        );
      }
    };
    return live.follow({
      progress: progress.hear,
      changed: look,
      connected: () => look(progress.heard()),
    });
  }, [api, live, jobs, progress, queueState, sites]);
}

function currentOf(route: Route): MainPage | undefined {
  if (route.page === 'job' || route.page === 'compare' || route.page === 'welcome') return 'exports';
  if (route.page === 'agent-job') return 'agents';
  if (route.page === 'project') return 'projects';
  return route.page === 'unknown' ? undefined : route.page;
}

/** Returns the React key of a page. It ignores the tab, so switching tabs keeps the page's state. */
function keyOf(route: Route): string {
  if (route.page === 'job' || route.page === 'agent-job') return route.jobId;
  return route.page === 'project' ? route.projectId : route.page;
}
