'use client';
import { useId, useState } from 'react';

export default function Accordion({ summary, children }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {summary}
      </button>
      <div id={id}>{open && children}</div>
    </div>
  );
}
