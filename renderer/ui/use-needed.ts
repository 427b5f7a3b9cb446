import { type FormEvent, useState } from 'react';

/**
 * Reports missing input below the fields of a form on submit. A disabled button would not explain what is missing.
 * @param lacking for each field, a sentence that says what to do; false if nothing is missing
 */
export function useNeeded<Name extends string>(lacking: Readonly<Record<Name, string | false>>) {
  const [isTried, setTried] = useState(false);
  const isWhole = Object.values<string | false>(lacking).every((sentence) => sentence === false);
  return {
    /** Returns the sentence to show below a field. */
    faultOf: (name: Name): string | undefined => (isTried && lacking[name]) || undefined,
    /** Reports missing input and focuses the first such field. @returns whether the form may be sent */
    check: (event: FormEvent): boolean => {
      event.preventDefault();
      setTried(!isWhole);
      const form = event.currentTarget;
      if (!isWhole)
        requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return isWhole;
    },
  };
}
