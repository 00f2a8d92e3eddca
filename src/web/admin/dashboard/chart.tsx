import { type PointerEvent, useState } from "react";
import { axisTop, changeInPercent, type DayFigures, type Report, sumOf } from "#domain/dashboard/report.ts";
import { formatDay } from "#domain/text/dates.ts";

type ChartProps = {
  title: string;
  report: Report;
  what: "orders" | "revenue";
  format: (value: number) => string;
};

const HEIGHT = 100;
const SLOT = 10;
const GAP = 1.5;

/** One figure per day as bars, with the days before as a line, and the sum above. */
export function Chart({ title, report, what, format }: ChartProps) {
  const { current, previous, period } = report;
  const top = axisTop(Math.max(...[...current, ...previous].map((day) => day[what])), what);
  /** A day with more refunds than sales has no bar; the table says how much less it was. */
  const heightOf = (value: number) => (Math.max(0, value) / top) * HEIGHT;
  const [pointed, setPointed] = useState<number | null>(null);
  const day = pointed === null ? undefined : current[pointed];
  const now = sumOf(current, what);
  const before = sumOf(previous, what);
  const first = current[0]?.day ?? "";
  const last = current.at(-1)?.day ?? "";
  return (
    <figure className="admin-card min-w-0 p-3 sm:p-5">
      <figcaption className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1 md:mb-4">
        <span>
          <span className="block font-semibold text-ink-2">{title}</span>
          <span className="numerals display text-2xl sm:text-3xl">{format(now)}</span>
        </span>
        <Change now={now} before={before} format={format} />
      </figcaption>
      <div className="chart-plot max-md:hidden" onPointerLeave={() => setPointed(null)}>
        <div aria-hidden="true" className="chart-axis numerals text-sm text-ink-2">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </div>
        <svg
          className="chart"
          onPointerDown={(event) => setPointed(dayAt(event, period))}
          onPointerMove={(event) => setPointed(dayAt(event, period))}
          viewBox={`0 0 ${period * SLOT} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title} per day over ${period} days: ${format(now)}, ${format(before)} in the ${period} days before. The table below has each day.`}
        >
          {[0, HEIGHT / 2].map((y) => (
            <line key={y} className="chart-rule" x1={0} x2={period * SLOT} y1={y} y2={y} />
          ))}
          {current.map((day, index) => (
            <Bar
              key={day.day}
              day={day}
              index={index}
              height={heightOf(day[what])}
              text={format(day[what])}
            />
          ))}
          <line className="chart-ground" x1={0} x2={period * SLOT} y1={HEIGHT} y2={HEIGHT} />
          <path className="chart-before" d={lineOf(previous.map((day) => heightOf(day[what])))} />
        </svg>
        <div className="chart-days numerals flex justify-between gap-4 text-sm text-ink-2">
          <span>{formatDay(first)}</span>
          {/* The day under the finger or the pointer. The table has all of them. */}
          <strong aria-hidden="true" className="font-semibold text-ink">
            {day && `${formatDay(day.day)}: ${format(day[what])}`}
          </strong>
          <span>{formatDay(last)}</span>
        </div>
      </div>
      <Legend period={period} />
    </figure>
  );
}

function Legend({ period }: { period: number }) {
  return (
    <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2 max-md:hidden">
      <span className="inline-flex items-center gap-2">
        <span className="inline-block h-2.5 w-5 bg-fairway" aria-hidden="true" />
        Last {period} days
      </span>
      <span className="inline-flex items-center gap-2">
        <span className="inline-block w-5 border-t-2 border-dashed border-flag" aria-hidden="true" />
        Previous {period} days
      </span>
    </p>
  );
}

/** The day at the pointer's place. */
function dayAt({ clientX, currentTarget }: PointerEvent<SVGSVGElement>, period: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(period - 1, Math.max(0, Math.floor(((clientX - left) / width) * period)));
}

type BarProps = { day: DayFigures; index: number; height: number; text: string };

/** The bar, and an invisible one over the full height where a pointer shows the day's figure. */
function Bar({ day, index, height, text }: BarProps) {
  const x = index * SLOT;
  return (
    <g>
      <title>{`${formatDay(day.day)}: ${text}`}</title>
      <rect className="chart-slot" x={x} y={0} width={SLOT} height={HEIGHT} />
      <rect className="chart-bar" x={x + GAP} y={HEIGHT - height} width={SLOT - 2 * GAP} height={height} />
    </g>
  );
}

function lineOf(heights: number[]): string {
  return heights
    .map((height, index) => `${index === 0 ? "M" : "L"}${(index + 0.5) * SLOT} ${HEIGHT - height}`)
    .join("");
}

function Change({ now, before, format }: { now: number; before: number; format: (value: number) => string }) {
  const percent = changeInPercent(now, before);
  const beforeText = `${format(before)} before`;
  if (percent === null) return <span className="text-sm text-ink-2">{beforeText}</span>;
  const sign = percent > 0 ? "▲ +" : percent < 0 ? "▼ −" : "";
  const tone = percent > 0 ? "text-ok" : percent < 0 ? "text-err" : "text-ink-2";
  return (
    <span className="numerals text-right text-sm">
      <span className={`block font-semibold ${tone}`}>{`${sign}${Math.abs(percent)} %`}</span>
      <span className="text-ink-2">{beforeText}</span>
    </span>
  );
}
