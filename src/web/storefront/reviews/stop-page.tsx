import { Form, href } from "react-router";
import { Button } from "../../ui/form/button.tsx";
import { Onward } from "../checkout/confirmation/onward.tsx";

/** /reviews/{token}/stop: stops review requests to this customer. Opening it changes nothing, since email scanners do. */
export function StopPage({ isStopped }: { isStopped: boolean }) {
  return (
    <div className="wrap min-h-[60dvh] max-w-[52rem] py-12 lg:py-20">
      <h1 className="display text-title">{isStopped ? "We won't ask again" : "Stop review requests?"}</h1>
      <p role="status" className="mt-4 max-w-[58ch] text-lg text-ink-2">
        {isStopped
          ? "We won't email you review requests anymore. You'll still get emails about your orders."
          : "We ask for a review once per order. If you'd rather not be asked, stop it here."}
      </p>
      <Form method="post" className="mt-6">
        <Button
          type="submit"
          name="intent"
          value={isStopped ? "resume" : "stop"}
          size="large"
          look={isStopped ? "secondary" : "primary"}
        >
          {isStopped ? "Ask me again" : "Don't ask me again"}
        </Button>
      </Form>
      <Onward to={href("/shop")} label="Continue Shopping" others={[]} />
    </div>
  );
}
