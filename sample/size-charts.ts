import type { SampleChart } from "#server/catalog/sample/seed-sample-catalog.ts";

const inches = (name: string) => ({ name, isInches: true });

/** The measures of the sample brand, which only its products show. */
export const sampleSizeCharts: SampleChart[] = [
  {
    category: "Shirts",
    name: "Shirts",
    caption: "Shirts: measures of the body",
    advice:
      "Measure around the fullest part of the chest, arms down, tape level. Between two sizes, the smaller one fits close and the larger one loose.",
    measures: [inches("Chest"), inches("Waist")],
    rows: [
      { size: "S", values: ["35-37", "29-31"] },
      { size: "M", values: ["38-40", "32-34"] },
      { size: "L", values: ["41-43", "35-37"] },
      { size: "XL", values: ["44-46", "38-40"] },
      { size: "2XL", values: ["47-49", "41-43"] },
    ],
  },
  {
    category: "Hats",
    name: "Hats",
    caption: "Hats: measure around the head",
    advice:
      "Measure around the head a finger's width above the ears, where a hat sits. Hats without sizes adjust at the back.",
    measures: [inches("Around the head"), { name: "Hat size", isInches: false }],
    rows: [
      { size: "S/M", values: ["21¼-22½", "6¾-7⅛"] },
      { size: "L/XL", values: ["22½-24", "7⅛-7⅝"] },
      { size: "One size", values: ["21½-24", "adjustable"] },
    ],
  },
];
