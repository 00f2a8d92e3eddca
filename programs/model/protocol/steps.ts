// All steps by their names.
import { cancelSteps } from "./cancel-steps.ts";
import { pageSteps } from "./page-steps.ts";
import { refundSteps } from "./refund-steps.ts";
import { settleSteps } from "./settle-steps.ts";
import { startSteps } from "./start-steps.ts";
import type { Step } from "./step.ts";
import type { StepName } from "./world.ts";

const nothing: Step = { mirrors: [], run: () => [] };

export const steps: Record<StepName, Step> = {
  nothing,
  ...startSteps,
  ...settleSteps,
  ...cancelSteps,
  ...pageSteps,
  ...refundSteps,
};

export const stepOf = (name: StepName): Step => steps[name];
