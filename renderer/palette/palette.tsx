import { Dialog } from '@base-ui/react/dialog';
import { Archive, BookOpen, Bot, CircleHelp, Moon, Plus, Sun } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import type { AgentJobEntry, Job, Project } from '../../server/api/wire.types.ts';
import { lookOf } from '../exports/job-status.tsx';
import { formats } from '../messages/formats.ts';
import { type MessageId, t } from '../messages/t.ts';
import { mainPages, navigate } from '../routing.ts';
import type { Overlay } from '../state/overlay.ts';
import { usePreferences } from '../state/preferences.ts';
import { useServices } from '../state/services.ts';
import { siteOf } from '../state/sites.ts';
import { overlayStyles } from '../ui/overlays.tsx';
import styles from './palette.module.css';

type Command = Readonly<{
  id: string;
  label: string;
  kind: string;
  icon: ReactNode;
  run: () => void;
  isData?: boolean;
}>;

const SEARCH_AFTER_MS = 150;

/** Command palette: finds pages and actions by a few letters of their names. */
export function Palette({
  onClose,
  onOpen,
}: Readonly<{ onClose: () => void; onOpen: (overlay: Overlay) => void }>) {
  const { api } = useServices();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [jobs, setJobs] = useState<readonly Job[]>([]);
  const [agentJobs, setAgentJobs] = useState<readonly AgentJobEntry[]>([]);
  const [projects, setProjects] = useState<readonly Project[]>([]);
  const id = useId();

  useEffect(() => {
    api.projects().then(setProjects, () => {});
  }, [api]);
  useEffect(() => {
    let isLate = false;
    const timer = setTimeout(() => {
      api.jobs({ search: text.trim(), limit: 6 }).then(
        (list) => !isLate && setJobs(list.jobs),
        () => {},
      );
      api.agentJobs({ search: text.trim(), limit: 4, archived: false }).then(
        (list) => !isLate && setAgentJobs(list.jobs),
        () => {},
      );
    }, SEARCH_AFTER_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [api, text]);

  const commands = useMemo((): Command[] => {
    const wanted = text.trim().toLowerCase();
    const fixed = fixedCommands(onOpen);
    const ofProjects = projects.map((project) => ({
      id: project.projectId,
      label: project.name,
      kind: t('palette.project'),
      icon: <BookOpen size={16} aria-hidden />,
      run: () => navigate({ page: 'project', projectId: project.projectId, tab: 'overview' }),
      isData: true,
    }));
    const names = Object.fromEntries(projects.map(({ projectId, name }) => [projectId, name]));
    const ofJobs = jobs.map((job) => ({
      id: job.jobId,
      label: `${siteOf(names, job)} ${job.version ?? ''}`.trim(),
      kind: t('palette.export', { status: lookOf(job).text, age: formats.ago(job.createdAt) }),
      icon: <Archive size={16} aria-hidden />,
      run: () => navigate({ page: 'job', jobId: job.jobId, tab: 'overview' }),
      isData: true,
    }));
    const ofAgentJobs = agentJobs.map((job) => ({
      id: job.id,
      label: job.prompt.split('\n', 1)[0] ?? '',
      kind: t('palette.agentJob', { age: formats.ago(job.createdAt) }),
      icon: <Bot size={16} aria-hidden />,
      run: () => navigate({ page: 'agent-job', projectId: job.projectId, jobId: job.id, tab: 'overview' }),
      isData: true,
    }));
    return [
      ...[...fixed, ...ofProjects].filter(({ label }) => label.toLowerCase().includes(wanted)),
      ...ofJobs,
      ...ofAgentJobs,
    ];
  }, [text, projects, jobs, agentJobs, onOpen]);

  const current = Math.min(active, commands.length - 1);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    command.run();
  };
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlayStyles.backdrop} />
        <Dialog.Popup
          className={`${overlayStyles.popup} ${overlayStyles.top}`}
          aria-label={t('palette.title')}
        >
          <input
            className={styles.search}
            role="combobox"
            aria-expanded
            aria-controls={`${id}-list`}
            aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
            aria-label={t('palette.title')}
            placeholder={t('palette.placeholder')}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setActive(0);
            }}
            onKeyDown={(event) => {
              const count = commands.length;
              if (event.key === 'ArrowDown') setActive((current + 1) % Math.max(1, count));
              else if (event.key === 'ArrowUp') setActive((current - 1 + count) % Math.max(1, count));
              else if (event.key === 'Enter') run(commands[current]);
              else return;
              event.preventDefault();
            }}
          />
          <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={t('palette.title')}>
            {commands.map((command, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field that owns the list
              <div
                key={command.id}
                id={`${id}-${index}`}
                className={styles.option}
                role="option"
                tabIndex={-1}
                aria-selected={index === current}
                onClick={() => run(command)}
                onMouseMove={() => setActive(index)}
              >
                {command.icon}
                <span translate={command.isData ? 'no' : undefined}>{command.label}</span>
                <small>{command.kind}</small>
              </div>
            ))}
          </div>
          {commands.length === 0 && <p className={styles.none}>{t('palette.none')}</p>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function fixedCommands(onOpen: (overlay: Overlay) => void): Command[] {
  const { set } = usePreferences.getState();
  const action = t('palette.action');
  return [
    {
      id: 'new',
      label: t('exports.new'),
      kind: action,
      icon: <Plus size={16} aria-hidden />,
      run: () => onOpen('new-export'),
    },
    {
      id: 'new-agent-job',
      label: t('agents.new'),
      kind: action,
      icon: <Plus size={16} aria-hidden />,
      run: () => onOpen('new-agent-job'),
    },
    ...mainPages.map((page) => ({
      id: page,
      label: t(`nav.${page}` as MessageId),
      kind: t('palette.page'),
      icon: <BookOpen size={16} aria-hidden />,
      run: () => navigate({ page }),
    })),
    {
      id: 'welcome',
      label: t('welcome.title'),
      kind: t('palette.page'),
      icon: <CircleHelp size={16} aria-hidden />,
      run: () => navigate({ page: 'welcome' }),
    },
    {
      id: 'shortcuts',
      label: t('shortcuts.title'),
      kind: action,
      icon: <CircleHelp size={16} aria-hidden />,
      run: () => onOpen('shortcuts'),
    },
    ...(['light', 'dark', 'system'] as const).map((theme) => ({
      id: theme,
      label: t(`palette.theme.${theme}`),
      kind: action,
      icon: theme === 'dark' ? <Moon size={16} aria-hidden /> : <Sun size={16} aria-hidden />,
      run: () => set({ theme }),
    })),
  ];
}
