import { type FormEvent, useState } from 'react';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { hrefOf, navigate } from '../routing.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Field, Input, Notice, Select, TextArea } from '../ui/controls.tsx';
import { Dialog, toast } from '../ui/overlays.tsx';
import { useNeeded } from '../ui/use-needed.ts';
import { useAgentProjects } from './agent-projects.ts';
import { useSend } from './send.ts';

/** The API limits request bodies to 1 MiB, and base64 needs four bytes for every three. */
const LARGEST_BYTES = 750_000;

/** Imports a change that another Offprint installation has exported. */
export function ImportDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const { api, agents } = useServices();
  const projects = useAgentProjects();
  const [chosen, setChosen] = useState<string>();
  const [file, setFile] = useState<File>();
  const [sums, setSums] = useState('');
  const { send, fault, isBusy } = useSend();
  const project = projects.value?.find(({ projectId }) => projectId === chosen) ?? projects.value?.[0];
  const digest = digestIn(sums);
  const fileFault =
    file && file.size > LARGEST_BYTES
      ? t('import.tooLarge', { size: formats.bytes(file.size), most: formats.bytes(LARGEST_BYTES) })
      : undefined;
  const digestFault = sums.trim() !== '' && digest === undefined ? t('import.noDigest') : undefined;

  const needed = useNeeded({
    file: file ? (fileFault ?? false) : t('common.needed.file'),
    digest: digestFault ?? false,
  });
  const submit = (event: FormEvent): void => {
    if (!needed.check(event) || !project || !file) return;
    send(async () => {
      const bundle = base64Of(new Uint8Array(await file.arrayBuffer()));
      const { id } = await api.importAgentChange(project.projectId, { bundle, sha256: digest ?? null });
      agents.refresh();
      onClose();
      toast(t('import.done'));
      navigate({ page: 'agent-job', projectId: project.projectId, jobId: id, tab: 'changes' });
    });
  };
  return (
    <Dialog
      title={t('import.title')}
      description={t('import.description')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {project && (
            <Button type="submit" form="import-change" look="primary" isBusy={isBusy}>
              {t(isBusy ? 'import.busy' : 'import.action')}
            </Button>
          )}
        </>
      }
    >
      {projects.error !== undefined && <Failure message={projects.error} onRetry={projects.reload} />}
      {projects.value?.length === 0 && (
        <Notice tone="warn">
          <span>{t('newAgent.noProject')}</span>
          <a href={hrefOf({ page: 'projects' })} onClick={onClose}>
            {t('newAgent.toProjects')}
          </a>
        </Notice>
      )}
      <form id="import-change" onSubmit={submit} style={{ display: 'grid', gap: 16 }}>
        <Field label={t('project.title')}>
          <Select
            value={project?.projectId ?? ''}
            translate="no"
            onChange={(event) => setChosen(event.target.value)}
          >
            {projects.value?.map(({ projectId, name }) => (
              <option key={projectId} value={projectId}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={t('import.file')}
          hint={t('import.fileHint')}
          error={needed.faultOf('file') ?? fileFault}
        >
          <Input type="file" onChange={(event) => setFile(event.target.files?.[0])} />
        </Field>
        <Field label={t('import.digest')} hint={t('import.digestHint')} error={digestFault}>
          <TextArea
            value={sums}
            rows={2}
            spellCheck={false}
            translate="no"
            onChange={(event) => setSums(event.target.value)}
          />
        </Field>
      </form>
      {fault !== undefined && <Failure message={fault} />}
    </Dialog>
  );
}

/** Reads the digest of the bundle from a bare digest or from the contents of SHA256SUMS. */
function digestIn(text: string): string | undefined {
  const line = text.split('\n').find((one) => one.includes('change.bundle')) ?? text;
  return /(?:^|\s)([0-9a-f]{64})(?:\s|$)/i.exec(line.trim())?.[1]?.toLowerCase();
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}
