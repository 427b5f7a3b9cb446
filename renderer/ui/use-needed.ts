import { type FormEvent, useState } from 'react';

/**
 * What a form lacks, told under its fields once somebody has tried to send it: a button that is disabled would not say why.
 * @param lacking for each field the sentence that says what to do; false where there is nothing to do
 */
export function useNeeded<Name extends string>(lacking: Readonly<Record<Name, string | false>>) {
  const [isTried, setTried] = useState(false);
  const isWhole = Object.values<string | false>(lacking).every((sentence) => sentence === false);
  return {
    /** The sentence below a field. */
    faultOf: (name: Name): string | undefined => (isTried && lacking[name]) || undefined,
    /** Where something is missing, says it, and puts the focus there. @returns whether the form may be sent */
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
