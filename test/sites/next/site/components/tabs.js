'use client';
import { Children, useEffect, useId, useState } from 'react';

/** Only the open panel is in the page. Groups of one name follow each other. */
export function Tabs({ group, labels, children }) {
  const id = useId();
  const [open, setOpen] = useState(labels[0]);
  useEffect(() => {
    const follow = ({ detail }) => detail.group === group && labels.includes(detail.label) && setOpen(detail.label);
    addEventListener('tab', follow);
    return () => removeEventListener('tab', follow);
  }, [group, labels]);
  const choose = (label) => dispatchEvent(new CustomEvent('tab', { detail: { group, label } }));
  const panels = Children.toArray(children).filter((child) => child.props);
  return (
    <div>
      <div role="tablist">
        {labels.map((label) => (
          <button
            key={label}
            type="button"
            role="tab"
            id={`${id}-${label}`}
            aria-selected={label === open}
            aria-controls={`${id}-panel`}
            onClick={() => choose(label)}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`}>
        {panels[labels.indexOf(open)]}
      </div>
    </div>
  );
}

export function Tab({ children }) {
  return <div>{children}</div>;
}
