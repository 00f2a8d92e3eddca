// How a color looks: the owner's text, a color picker that fills it in, and what shoppers will see, which may come from
// the words of the color alone.
import { swatchesOf } from "#domain/product/color.ts";
import { FieldFrame, type FieldTexts } from "../../../ui/form/field.tsx";

type SwatchFieldProps = FieldTexts & {
  id: string;
  name: string;
  color: string;
  defaultValue: string;
  typed: string;
  onChoose: (swatch: string) => void;
};

export function SwatchField({ name, color, defaultValue, typed, onChoose, ...texts }: SwatchFieldProps) {
  const swatch = /^#[0-9a-f]{6}$/i.test(typed.trim()) ? typed.trim().toLowerCase() : "";
  const looks = swatchesOf({ color, swatch });
  return (
    <FieldFrame {...texts}>
      {(binding) => (
        <div className="flex items-center gap-2">
          <input
            type="text"
            name={name}
            defaultValue={defaultValue}
            maxLength={7}
            autoComplete="off"
            spellCheck={false}
            {...binding}
            className="input min-w-0 flex-1"
          />
          <input
            type="color"
            aria-label="Choose the swatch"
            value={looks[0] ?? "#ffffff"}
            onChange={(event) => onChoose(event.target.value)}
            className="h-11 w-11 flex-none cursor-pointer rounded-control border border-edge bg-paper p-1"
          />
          <SwatchPreview looks={looks} />
        </div>
      )}
    </FieldFrame>
  );
}

/** A disk of the colors that are known, side by side; an empty one when none is. */
function SwatchPreview({ looks }: { looks: string[] }) {
  const width = 40 / Math.max(looks.length, 1);
  const words = looks.length > 0 ? `Shoppers see ${looks.join(" and ")}` : "Shoppers see no swatch";
  return (
    <svg role="img" aria-label={words} viewBox="0 0 40 40" className="size-11 flex-none">
      <clipPath id="swatch-disk">
        <circle cx="20" cy="20" r="18" />
      </clipPath>
      <g clipPath="url(#swatch-disk)">
        {looks.map((fill, index) => (
          <rect key={fill} x={index * width} y="0" width={width} height="40" fill={fill} />
        ))}
      </g>
      <circle
        cx="20"
        cy="20"
        r="18"
        fill="none"
        className="stroke-edge"
        strokeDasharray={looks.length > 0 ? undefined : "4 4"}
      />
    </svg>
  );
}
