import { useEffect, useRef, useState } from 'react';
import styles from './plot.module.css';
import { type Point, scaleOf } from './plot-scale.ts';

/** Width reserved for the label of a mark, to avoid overlaps. */
const MARK_PX = 64;

/**
 * A small line chart over time. `label` describes it in words.
 * @param points sorted by `x` (ms since 1970)
 * @param marks labeled positions on the time axis
 */
export function Plot({
  points,
  label,
  formatX,
  formatY,
  marks = [],
  height = 140,
}: Readonly<{
  points: readonly Point[];
  label: string;
  formatX: (x: number) => string;
  formatY: (y: number) => string;
  marks?: readonly Readonly<{ x: number; label: string }>[];
  height?: number;
}>) {
  const frame = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(640);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(200, entry.contentRect.width)),
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const area = { left: 56, right: width - 8, top: marks.length > 0 ? 20 : 8, bottom: height - 22 };
  const { x, y, yTicks, xTicks } = scaleOf(points, area);
  const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.x)} ${y(point.y)}`).join('');
  const first = points[0];
  const last = points.at(-1);
  return (
    <figure className={styles.plot} ref={frame}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {yTicks.map((value) => (
          <g key={value}>
            <line className={styles.grid} x1={area.left} x2={area.right} y1={y(value)} y2={y(value)} />
            <text className={styles.tick} x={area.left - 8} y={y(value) + 4} textAnchor="end">
              {formatY(value)}
            </text>
          </g>
        ))}
        {xTicks.map((value, index) => (
          <text
            key={value}
            className={styles.tick}
            x={x(value)}
            y={height - 4}
            textAnchor={index === 0 ? 'start' : index === xTicks.length - 1 ? 'end' : 'middle'}
          >
            {formatX(value)}
          </text>
        ))}
        {marks.map((mark, index) => (
          <g key={`${mark.x} ${mark.label}`}>
            <line className={styles.phase} x1={x(mark.x)} x2={x(mark.x)} y1={area.top} y2={area.bottom} />
            {x(marks[index + 1]?.x ?? Number.POSITIVE_INFINITY) - x(mark.x) > MARK_PX && (
              <text className={styles.tick} x={x(mark.x) + 4} y={area.top - 6}>
                {mark.label}
              </text>
            )}
          </g>
        ))}
        {first && last && (
          <path
            className={styles.area}
            d={`${path}L${x(last.x)} ${area.bottom}L${x(first.x)} ${area.bottom}Z`}
          />
        )}
        <path className={styles.line} d={path} />
        {points.length <= 40 &&
          points.map((point) => (
            <circle key={point.x} className={styles.dot} cx={x(point.x)} cy={y(point.y)} r={2.5} />
          ))}
      </svg>
    </figure>
  );
}
