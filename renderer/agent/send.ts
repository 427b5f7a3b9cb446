import { useEffect, useState } from 'react';
import { ApiFault } from '../api/api-fault.ts';

/**
 * Runs a request and keeps its error message. If the rate limit was exceeded (429), counts down the seconds until the
 * next request is possible.
 */
export function useSend() {
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [freeAt, setFreeAt] = useState(0);
  const waitSeconds = useSecondsUntil(freeAt);
  /** @returns whether the request succeeded */
  const send = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setFault(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setFault((error as Error).message);
      if (error instanceof ApiFault && error.status === 429) {
        setFreeAt(Date.now() + (error.retryAfterSeconds ?? 60) * 1000);
      }
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { send, fault, waitSeconds, isBusy };
}

function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    if (at <= Date.now()) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  return Math.max(0, Math.ceil((at - now) / 1000));
}
