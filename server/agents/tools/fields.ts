import { z } from 'zod';

/**
 * Value types for tool inputs. Optional values are nullable in the schema, since strict servers require every name.
 * Small models still omit them, write numbers as text, and use "" for null.
 */
export const text = (description: string) => z.string().describe(description);

/** Text with several lines. The text protocol writes it between markers. */
export const longText = (description: string) => z.string().meta({ description, 'x-long': true });

export const maybeText = (description: string) =>
  z
    .preprocess(
      (value) => (value === undefined || value === '' || value === 'null' ? null : value),
      z.string().nullable(),
    )
    .meta({ description });

export const maybeInteger = (description: string, min: number, max: number) =>
  z
    .preprocess((value) => {
      if (value === undefined || value === '' || value === 'null') return null;
      return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    }, z.number().int().min(min).max(max).nullable())
    .meta({ description });

export const maybeFlag = (description: string) =>
  z
    .preprocess((value) => {
      if (value === undefined || value === '' || value === 'null') return null;
      if (value === 'true' || value === 'True') return true;
      return value === 'false' || value === 'False' ? false : value;
    }, z.boolean().nullable())
    .meta({ description });

export const texts = (description: string) =>
  z.preprocess(listOf, z.array(z.string()).max(100)).meta({ description });

export const maybeTexts = (description: string) =>
  z
    .preprocess(
      (value) => (value === undefined || value === '' ? null : listOf(value)),
      z.array(z.string()).max(100).nullable(),
    )
    .meta({ description });

/** Accepts a list as JSON text, or as text with one entry per line. */
function listOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value.split('\n').filter((line) => line.trim() !== '');
  }
}
