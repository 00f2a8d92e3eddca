import type { SizeChartErrors, SizeChartForm } from "#domain/size-chart/size-chart-form.ts";
import { failure, type Notice } from "../../frame/notices.ts";

/** `form`: what was refused. `version`: what the next save replaces. */
export type SizeChartAnswer = {
  notice: Notice;
  form: SizeChartForm | null;
  errors: SizeChartErrors;
  version: number | null;
};

export const onlyNotice = (notice: Notice): SizeChartAnswer => ({
  notice,
  form: null,
  errors: {},
  version: null,
});

export function refusedChart(
  form: SizeChartForm,
  why: string,
  rest: Partial<Pick<SizeChartAnswer, "errors" | "version">> = {},
): SizeChartAnswer {
  return { notice: failure("Size chart not saved", why), form, errors: {}, version: null, ...rest };
}
