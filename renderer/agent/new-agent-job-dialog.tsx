import { type FormEvent, useRef, useState } from 'react';
import { type MessageId, t } from '../messages/t.ts';
import { hrefOf, navigate } from '../routing.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Field, Loading, Notice, Select, TextArea } from '../ui/controls.tsx';
import { Dialog, toast } from '../ui/overlays.tsx';
import { useNeeded } from '../ui/use-needed.ts';
import { useAgentProjects } from './agent-projects.ts';
import { firstGap, type PromptTemplate, promptTemplates } from './prompt-templates.ts';
import { RateNote } from './rate-note.tsx';
import { useSend } from './send.ts';

const LONGEST = 100_000;

/** Creates a job in which an agent changes the documentation of a project. */
export function NewAgentJobDialog({
  projectId,
  onClose,
}: Readonly<{ projectId?: string; onClose: () => void }>) {
  const { api, agents } = useServices();
  const projects = useAgentProjects();
  const [chosen, setChosen] = useState(projectId);
  const [prompt, setPrompt] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  const { send, fault, waitSeconds, isBusy } = useSend();
  const project = projects.value?.find((one) => one.projectId === chosen) ?? projects.value?.[0];

  const needed = useNeeded({ prompt: prompt.trim() === '' && t('common.needed.prompt') });
  const start = (event: FormEvent): void => {
    if (!needed.check(event) || !project) return;
    send(async () => {
      const { id } = await api.createAgentJob(project.projectId, prompt);
      agents.refresh();
      onClose();
      toast(t('agents.created'));
      navigate({ page: 'agent-job', projectId: project.projectId, jobId: id, tab: 'overview' });
    });
  };
  const fill = (template: PromptTemplate): void => {
    const text = t(`template.${template}.text` as MessageId);
    setPrompt(text);
    requestAnimationFrame(() => {
      area.current?.focus();
      const gap = firstGap(text);
      if (gap) area.current?.setSelectionRange(...gap);
    });
  };

  return (
    <Dialog
      title={t('agents.new')}
      description={t('newAgent.description')}
      size="wide"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {project && (
            <Button
              type="submit"
              form="new-agent-job"
              look="primary"
              isBusy={isBusy}
              disabled={waitSeconds > 0}
            >
              {t(isBusy ? 'newAgent.starting' : 'newAgent.start')}
            </Button>
          )}
        </>
      }
    >
      {projects.error !== undefined ? (
        <Failure message={projects.error} onRetry={projects.reload} />
      ) : !projects.value ? (
        <Loading />
      ) : !project ? (
        <Notice tone="warn">
          <span>{t('newAgent.noProject')}</span>
          <a href={hrefOf({ page: 'projects' })} onClick={onClose}>
            {t('newAgent.toProjects')}
          </a>
        </Notice>
      ) : (
        <form id="new-agent-job" onSubmit={start} style={{ display: 'grid', gap: 16 }}>
          <Field
            label={t('project.title')}
            hint={
              <span translate="no">
                {project.settings.repository} · {project.settings.branch} · {project.settings.modelServer}
              </span>
            }
          >
            <Select
              value={project.projectId}
              translate="no"
              onChange={(event) => setChosen(event.target.value)}
            >
              {projects.value.map((one) => (
                <option key={one.projectId} value={one.projectId}>
                  {one.name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('newAgent.template')} hint={t('newAgent.templateHint')}>
            <Select value="" onChange={(event) => fill(event.target.value as PromptTemplate)}>
              <option value="" disabled>
                {t('newAgent.chooseTemplate')}
              </option>
              {promptTemplates.map((one) => (
                <option key={one} value={one}>
                  {t(`template.${one}` as MessageId)}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label={t('newAgent.prompt')}
            hint={t('newAgent.promptHint')}
            error={needed.faultOf('prompt')}
          >
            <TextArea
              ref={area}
              value={prompt}
              rows={7}
              maxLength={LONGEST}
              onChange={(event) => setPrompt(event.target.value)}
            />
          </Field>
          <RateNote key={project.projectId} projectId={project.projectId} waitSeconds={waitSeconds} />
        </form>
      )}
      {fault !== undefined && waitSeconds === 0 && <Failure message={fault} />}
    </Dialog>
  );
}
