import { useEffect, useRef, useState } from 'react';
import type { OriginTest, Preview, Project } from '../../server/api/wire.types.ts';
import { PreviewView } from '../exports/preview-view.tsx';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { useServices } from '../state/services.ts';
import { Facts, Failure, Notice } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';
import type { Access } from './access-draft.ts';

type Found =
  | Readonly<{ kind: 'test'; test: OriginTest }>
  | Readonly<{ kind: 'preview'; preview: Preview }>
  | Readonly<{ kind: 'fault'; message: string }>;

export type OriginTesting = Readonly<{
  busy: 'test' | 'list' | undefined;
  /** @returns the result of the test; undefined if the request failed: `found` has the reason */
  test: (access: Access) => Promise<OriginTest | undefined>;
  /** Lists the pages that an export would start with. */
  list: (access: Access, settings?: Project['settings']) => Promise<void>;
  forget: () => void;
  found: Found | undefined;
}>;

/** Tests a live site with the typed settings, before anything is saved. */
export function useOriginTest(): OriginTesting {
  const { api } = useServices();
  const [busy, setBusy] = useState<OriginTesting['busy']>();
  const [found, setFound] = useState<Found>();
  const attempt = async (what: 'test' | 'list', work: () => Promise<Found>): Promise<Found> => {
    setBusy(what);
    setFound(undefined);
    const result = await work().catch((error: Error): Found => ({ kind: 'fault', message: error.message }));
    setFound(result);
    setBusy(undefined);
    return result;
  };
  return {
    busy,
    found,
    forget: () => setFound(undefined),
    test: async ({ origin, credentials }) => {
      const result = await attempt('test', async () => ({
        kind: 'test',
        test: await api.testOrigin({ origin, credentials: { ...credentials } }),
      }));
      return result.kind === 'test' ? result.test : undefined;
    },
    list: async ({ origin, credentials }, settings = {}) => {
      await attempt('list', async () => ({
        kind: 'preview',
        preview: await api.preview({ origin, credentials: { ...credentials }, settings }),
      }));
    },
  };
}

/** Shows the result of the test. */
export function OriginTestView({ originTest: { busy, found } }: Readonly<{ originTest: OriginTesting }>) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (found) place.current?.scrollIntoView({ block: 'nearest' });
  }, [found]);
  return (
    <div aria-live="polite" ref={place}>
      {busy && <p>{t(busy === 'test' ? 'originTest.testing' : 'newExport.listing')}</p>}
      {found?.kind === 'fault' && <Failure message={found.message} />}
      {found?.kind === 'preview' && <PreviewView preview={found.preview} />}
      {found?.kind === 'test' && <Answered test={found.test} />}
    </div>
  );
}

function Answered({ test }: Readonly<{ test: OriginTest }>) {
  const { outcome, problem, url, status, title, asksPassword, robots, durationMs } = test;
  const isDoubtful = asksPassword || robots === 'forbids';
  const tone = outcome !== 'page' ? 'bad' : isDoubtful ? 'warn' : 'good';
  return (
    <div className={shared.form}>
      <Notice tone={tone}>
        <b>{t(`originTest.${outcome}`)}</b>
        {problem !== null && <span translate="no">{problem}</span>}
        {asksPassword && <span>{t('originTest.asksPassword')}</span>}
        {robots === 'forbids' && <span>{t('originTest.forbids')}</span>}
      </Notice>
      <Facts
        items={[
          [t('originTest.status'), status === null ? t('originTest.noStatus') : String(status)],
          ...(title === null
            ? []
            : [
                [
                  t('originTest.title'),
                  title === '' ? (
                    t('originTest.noTitle')
                  ) : (
                    <span key="title" translate="no">
                      {title}
                    </span>
                  ),
                ] as const,
              ]),
          ...(url === null
            ? []
            : [
                [
                  t('originTest.url'),
                  <span key="url" translate="no">
                    {url}
                  </span>,
                ] as const,
              ]),
          ...(robots === null ? [] : [['robots.txt', t(`originTest.robots.${robots}`)] as const]),
          [t('originTest.took'), formats.duration(durationMs / 1000)],
        ]}
      />
    </div>
  );
}
