import type { z } from 'zod';
import { choicesOf, limitOf } from '../not-valid.ts';
import { ApiError } from './api-error.ts';

/** @throws ApiError 400 with a sentence that names the first fault */
export function validated<T>(
  schema: z.ZodType<T> | undefined,
  value: unknown,
  what: 'field' | 'query parameter' | 'path parameter',
): T {
  if (!schema) return value as T;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ApiError(400, sentenceOf(parsed.error.issues[0], what));
}

/** Describes the fault and what would be valid. */
function sentenceOf(issue: z.core.$ZodIssue | undefined, what: string): string {
  if (!issue) return 'The request is not valid.';
  const name = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const [key] = issue.keys;
    return `Unknown ${what} "${name === '' ? key : `${name}.${key}`}". Remove it or correct its name.`;
  }
  const problem = problemOf(issue);
  if (name === '') {
    return issue.code === 'invalid_type' && issue.expected === 'object'
      ? 'Send a JSON object as the body.'
      : `The body is not valid: ${problem}.`;
  }
  if (/received undefined$/.test(problem)) {
    return `The ${what} "${name}" is missing: ${problem.replace(/, received undefined$/, '')}.`;
  }
  return `The ${what} "${name}" is not valid: ${problem}.`;
}

function problemOf(issue: z.core.$ZodIssue): string {
  const limit = limitOf(issue);
  if (limit) return `must ${limit.isNumber ? 'be' : 'have'} ${limit.text}`;
  const choices = issue.code === 'invalid_value' ? choicesOf(issue) : undefined;
  if (choices !== undefined) return `must be ${choices}`;
  return issue.message
    .replace(/^Invalid input: /, '')
    .replace(/^expected int,/, 'expected whole number,')
    .replace(/, received NaN$/, '')
    .replace(/\.$/, '');
}
