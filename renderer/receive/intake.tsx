import { FileDown } from 'lucide-react';
import { type DragEvent, type FormEvent, useRef, useState } from 'react';
import { isLoopback } from '../job/values-yaml.ts';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Button, Field, Input, Panel } from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';
import { useNeeded } from '../ui/use-needed.ts';
import styles from './receive.module.css';

/** Receives a bundle from a dropped or selected file, or from a path that the server reads. */
export function Intake({ onBegun }: Readonly<{ onBegun: () => void }>) {
  const { api, desktop } = useServices();
  const [isOver, setOver] = useState(false);
  const [place, setPlace] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const chooser = useRef<HTMLInputElement>(null);
  const placeInput = useRef<HTMLInputElement>(null);
  const failed = (error: Error): void => {
    toast(t('receive.notStarted'), { detail: error.message, isError: true });
    onBegun();
  };
  const upload = (files: FileList | null): void => {
    for (const file of files ?? []) api.upload(file, onBegun).then(onBegun, failed);
  };
  const over = (event: DragEvent, isOver: boolean): void => {
    event.preventDefault();
    event.stopPropagation(); // the desktop app's window handles dropped folders
    setOver(isOver);
  };
  const needed = useNeeded({ place: place.trim() === '' && t('common.needed.path') });
  const submit = (event: FormEvent): void => {
    if (!needed.check(event)) return;
    setRefusal(undefined);
    api.receivePath(place.trim()).then(
      () => {
        setPlace('');
        onBegun();
      },
      (error: Error) => {
        setRefusal(error.message);
        placeInput.current?.focus();
        onBegun();
      },
    );
  };
  const isHere = desktop !== undefined || isLoopback(location.href);
  return (
    <Panel title={t('receive.take')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: whoever cannot drop presses the button in it */}
      <div
        className={styles.drop}
        data-over={isOver}
        onDragEnter={(event) => over(event, true)}
        onDragOver={(event) => over(event, true)}
        onDragLeave={(event) => over(event, false)}
        onDrop={(event) => {
          over(event, false);
          upload(event.dataTransfer.files);
        }}
      >
        <FileDown size={20} aria-hidden />
        <span>{t('receive.drop')}</span>
        <Button look="primary" onClick={() => chooser.current?.click()}>
          {t('receive.choose')}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept=".zip,.gz"
          onChange={(event) => {
            upload(event.target.files);
            event.target.value = '';
          }}
        />
      </div>
      <form className={shared.place} onSubmit={submit}>
        <Field
          label={t(isHere ? 'receive.path' : 'receive.pathElsewhere')}
          hint={t('receive.pathHint')}
          error={needed.faultOf('place') ?? refusal}
        >
          <Input
            ref={placeInput}
            value={place}
            onChange={(event) => {
              setPlace(event.target.value);
              setRefusal(undefined);
            }}
            spellCheck={false}
          />
        </Field>
        <Button type="submit">{t('receive.start')}</Button>
      </form>
    </Panel>
  );
}
