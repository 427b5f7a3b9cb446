import { OffprintError, systemCode } from '../errors.ts';

/** Converts an error of reading an archive into an OffprintError if the archive is to blame. */
export function readingFault(file: string, error: unknown): unknown {
  return isNoDamage(error) ? error : damaged(file, error);
}

/** Whether an error already has a message for people, or is not caused by the data read. */
export function isNoDamage(error: unknown): boolean {
  const isSystem = /^E(?!RR_)/.test(systemCode(error) ?? ''); // Node's own codes begin with ERR_
  return error instanceof OffprintError || isSystem;
}

/** An archive that ends before it is complete. */
class CutOff extends OffprintError {}

export function cutOff(cause?: unknown): OffprintError {
  return new CutOff(
    'integrity',
    'The archive is incomplete: its end is missing. Fetch the bundle again from its source.',
    cause,
  );
}

export function isCutOff(error: unknown): boolean {
  return error instanceof CutOff;
}

/** Error for an archive that Offprint's own writers would not have produced. */
export function notAsWritten(why: string): OffprintError {
  return new OffprintError(
    'integrity',
    `The archive was altered (${why}). Fetch the bundle again from its source.`,
  );
}

export function damagedEntry(name: string): OffprintError {
  return new OffprintError(
    'integrity',
    `"${name}" is damaged (its checksum does not match). Fetch the bundle again from its source.`,
  );
}

function damaged(file: string, error: unknown): OffprintError {
  const text = error instanceof Error ? error.message : String(error);
  if (/relative path|absolute path|invalid characters/.test(text)) {
    return new OffprintError(
      'integrity',
      `${file} contains a file that would be written outside the destination folder (${text}). Do not unpack it. Fetch the bundle again from its source.`,
      error,
    );
  }
  return new OffprintError(
    'integrity',
    `${file} is damaged (${text}). Fetch the bundle again from its source.`,
    error,
  );
}
