import { Play } from 'lucide-react';
import { useState } from 'react';
import type { Project, ProjectChange } from '../../server/api/wire.types.ts';
import { NewExportDialog } from '../exports/new-export-dialog.tsx';
import { type MessageId, t } from '../messages/t.ts';
import { LiveOriginPanel } from '../origin/live-origin-panel.tsx';
import { RetentionSection } from '../retention/retention-section.tsx';
import { hrefOf, type ProjectTab, projectTabs } from '../routing.ts';
import { announce } from '../state/announcer.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, controlStyles, Failure, Loading } from '../ui/controls.tsx';
import { Page } from '../ui/page.tsx';
import { AgentSection } from './agent-section.tsx';
import { LinkSection } from './link-section.tsx';
import { PreviewSection } from './preview-section.tsx';
import { ProjectDefaults } from './project-defaults.tsx';
import { ProjectOrigin } from './project-origin.tsx';
import { ProjectOverview } from './project-overview.tsx';
import { PublishSection } from './publish-section.tsx';
import { ScheduleSection } from './schedule-section.tsx';

/** Page of a project: exports, origin, default settings and publishing. */
export function ProjectPage({ projectId, tab }: Readonly<{ projectId: string; tab: ProjectTab }>) {
  const { api, sites } = useServices();
  const { value: project, error, reload, put } = useLoad(projectId, () => api.project(projectId));
  const [isExporting, setExporting] = useState(false);
  const back = { href: hrefOf({ page: 'projects' }), label: t('nav.projects') };
  if (!project) {
    return (
      <Page title={t('project.title')} back={back}>
        {error === undefined ? <Loading /> : <Failure message={error} onRetry={reload} />}
      </Page>
    );
  }
  const change = async (body: ProjectChange): Promise<void> => {
    const changed = await api.changeProject(projectId, body);
    put(changed);
    sites.put([changed]);
    announce(t('common.saved'));
  };
  return (
    <Page
      isNarrow
      title={<span translate="no">{project.name}</span>}
      name={project.name}
      back={back}
      subtitle={<span translate="no">{project.domains.join(', ')}</span>}
      actions={
        <Button look="primary" onClick={() => setExporting(true)}>
          <Play size={16} aria-hidden />
          {t('project.export')}
        </Button>
      }
    >
      <nav className={controlStyles.tabs} aria-label={t('project.parts')}>
        {tabsOf(project).map((one) => (
          <a
            key={one}
            className={controlStyles.tab}
            href={hrefOf({ page: 'project', projectId, tab: one })}
            aria-current={one === tab ? 'page' : undefined}
          >
            {t(`project.tab.${one}` as MessageId)}
          </a>
        ))}
      </nav>
      {tab === 'overview' && <ProjectOverview project={project} onChange={change} />}
      {tab === 'origin' &&
        (project.origin.kind === 'url' ? (
          <LiveOriginPanel project={project} origin={project.origin} onChange={change} />
        ) : (
          <ProjectOrigin project={project} onChange={change} />
        ))}
      {tab === 'preview' && <PreviewSection project={project} />}
      {tab === 'defaults' && <ProjectDefaults project={project} onChange={change} />}
      {tab === 'publishing' && (
        <>
          <PublishSection project={project} onChange={change} />
          <LinkSection project={project} onChange={change} />
        </>
      )}
      {tab === 'schedule' && (
        <>
          <ScheduleSection project={project} />
          <RetentionSection projectId={projectId} />
        </>
      )}
      {tab === 'agent' && <AgentSection projectId={projectId} />}
      {isExporting && <NewExportDialog site={project.domains[0] ?? ''} onClose={() => setExporting(false)} />}
    </Page>
  );
}

/** Returns the tabs of a project. Only docs.json sites and branches not exported yet have a preview. */
function tabsOf({ docsJson }: Project): readonly ProjectTab[] {
  return projectTabs.filter((one) => one !== 'preview' || docsJson !== false);
}
