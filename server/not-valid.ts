import type { z } from 'zod';

/**
 * Builds the message that rejects a value and says what to use instead.
 * @param what name of the value: `The value of port`, `--max-pages`
 * @param told formats a limit, for values with a unit
 */
export function notValid(
  what: string,
  issue: z.core.$ZodIssue | undefined,
  told: (limit: number) => string = String,
): string {
  const limit = limitOf(issue, told);
  const use = limit?.text ?? choicesOf(issue);
  if (use !== undefined) return `${what} is not valid. Use ${use}.`;
  const problem = issue?.message.replace(/^Invalid input: /, '') ?? 'unknown';
  return `${what} is not valid: ${problem}.`;
}

const NAMED_TYPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
};

/** Returns the allowed values, or the name of the allowed type; undefined for other faults. */
export function choicesOf(issue: z.core.$ZodIssue | undefined): string | undefined {
  if (!issue || !/^Invalid (input|option): /.test(issue.message)) return undefined; // the schema has its own message
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    return [values.slice(0, -1).join(', '), ...values.slice(-1)].filter((part) => part !== '').join(' or ');
  }
  return issue.code === 'invalid_type' ? NAMED_TYPES[issue.expected] : undefined;
}

/** What the number limits for each type of value. */
const COUNTED: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

/**
 * Describes the limit that a number, a text or a list exceeds: `16 or less`, `at least 1 character`. Undefined for
 * other faults, and for a limit whose schema has its own message.
 */
export function limitOf(
  issue: z.core.$ZodIssue | undefined,
  told: (limit: number) => string = String,
): Readonly<{ text: string; isNumber: boolean }> | undefined {
  if (issue?.code !== 'too_big' && issue?.code !== 'too_small') return undefined;
  if (!/^Too (big|small): /.test(issue.message)) return undefined;
  const limit = Number(issue.code === 'too_big' ? issue.maximum : issue.minimum);
  const isMost = issue.code === 'too_big';
  if (issue.origin === 'number' || issue.origin === 'int') {
    const text = issue.inclusive
      ? `${told(limit)} or ${isMost ? 'less' : 'more'}`
      : `${isMost ? 'less' : 'more'} than ${told(limit)}`;
    return { text, isNumber: true };
  }
  const noun = COUNTED[issue.origin];
  if (noun === undefined) return undefined;
  const count = issue.exact ? 'exactly' : isMost ? 'at most' : 'at least';
  return { text: `${count} ${limit} ${noun}${limit === 1 ? '' : 's'}`, isNumber: false };
}
