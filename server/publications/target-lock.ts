import { z } from 'zod';
import { OffprintError } from '../errors.ts';
import { LOCK_FILE } from './layout.ts';
import { readText, type Target, writeText } from './target.ts';

/** Time until a lock expires unless it is renewed. */
const LOCK_MS = 120_000;
const RENEW_EVERY_MS = 30_000;

const lockSchema = z.object({
  format: z.literal('offprint-lock'),
  /** Identifies the installation that writes: each has its own target ids. */
  targetId: z.string(),
  publicationId: z.string(),
  /** Host name and user, for people. */
  owner: z.string(),
  expiresAt: z.iso.datetime(),
});

export type LockOwner = Readonly<{ targetId: string; publicationId: string; owner: string }>;

export type TargetLock = Readonly<{
  /** @throws OffprintError `target-busy` if someone else holds the lock */
  require: () => Promise<void>;
  /** Releases the lock over a working connection; does nothing if someone else holds it by now. */
  release: (target: Target) => Promise<void>;
}>;

/**
 * Locks a target against other writers, with a lock file that is renewed while held. A lock left by a killed process
 * can be taken over immediately by the same installation, which runs one publication per target at a time, and by
 * others once it has expired by this computer's clock.
 * @throws OffprintError `target-busy`, naming the other writer
 */
export async function lockTarget(
  target: Target,
  owner: LockOwner,
  onLost: (why: OffprintError) => void,
): Promise<TargetLock> {
  const write = (): Promise<void> => writeText(target, LOCK_FILE, textOf(owner));
  const require = async (): Promise<void> => {
    const held = await readLock(target);
    if (held?.publicationId === owner.publicationId) return;
    throw busy(held);
  };

  if (!(await target.create(LOCK_FILE, textOf(owner)))) {
    const held = await readLock(target);
    const isOurs = held?.targetId === owner.targetId;
    if (held && !isOurs && Date.parse(held.expiresAt) > Date.now()) throw busy(held);
    await write();
  }
  await require();

  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewing.then(async () => {
      try {
        await require();
        await write();
      } catch (error) {
        // Other errors can be ignored: the publication itself will run into them.
        if (error instanceof OffprintError && error.code === 'target-busy') onLost(error);
      }
    });
  }, RENEW_EVERY_MS).unref();

  return {
    require,
    release: async (connected) => {
      clearInterval(timer);
      await renewing;
      const held = await readLock(connected);
      if (held?.publicationId === owner.publicationId) await connected.remove(LOCK_FILE);
    },
  };
}

type Held = z.infer<typeof lockSchema>;

/** Undefined if there is none or it was only partly written. */
async function readLock(target: Target): Promise<Held | undefined> {
  const text = await readText(target, LOCK_FILE);
  try {
    return text === undefined ? undefined : lockSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function textOf(owner: LockOwner): string {
  const expiresAt = new Date(Date.now() + LOCK_MS).toISOString();
  return `${JSON.stringify({ format: 'offprint-lock', ...owner, expiresAt }, null, 1)}\n`;
}

/** Hint for a lock that expires implausibly late: the clock of the computer that wrote it must be ahead. */
function clockHint({ expiresAt }: Held): string {
  if (Date.parse(expiresAt) < Date.now() + 2 * LOCK_MS) return '';
  return ` The publishing computer's clock is ahead of this computer's. If you know that nobody is publishing, remove ${LOCK_FILE} from the target.`;
}

function busy(held: Held | undefined): OffprintError {
  return new OffprintError(
    'target-busy',
    held
      ? `${held.owner} is publishing to this target now (${held.publicationId}). Try again when that publication has ended. If it was interrupted, its lock expires at ${held.expiresAt}.${clockHint(held)}`
      : 'Someone else has locked this target. Try again later.',
  );
}
