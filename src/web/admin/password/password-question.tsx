// Asks for the password before a form goes on, in a dialog over the page, so what was typed stays where it is. The same
// fields are sent again, to the same address.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Form, type FormProps, useNavigation } from "react-router";
import { Dialog, DialogBody } from "../../ui/dialog.tsx";
import { Button } from "../../ui/form/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { isPasswordAsked, PASSWORD_FIELD, type PasswordAsked } from "./password-asked.ts";

type PasswordQuestionProps = {
  /** What the form was answered; nothing is asked after any other answer. */
  answer: unknown;
  /** Where the form was sent. */
  action: string;
  /** The form of the fetcher that sent it; left out, the page's own. */
  as?: (props: FormProps) => ReactNode;
  isPending?: boolean;
  /** The page is there to ask. */
  isInPage?: boolean;
};

const TITLE = "Please enter your password";
const REASON = "For your security, confirm your password to continue.";

export function PasswordQuestion({ answer, ...props }: PasswordQuestionProps) {
  return isPasswordAsked(answer) && <Question asked={answer} {...props} />;
}

type QuestionProps = Omit<PasswordQuestionProps, "answer"> & { asked: PasswordAsked };

function Question({ asked, action, as: OwnForm = Form, isPending, isInPage = false }: QuestionProps) {
  const navigation = useNavigation();
  const [closed, setClosed] = useState<PasswordAsked | null>(null);
  const isBusy = isPending ?? navigation.formMethod === "POST";
  const close = () => setClosed(asked);
  const fields = useRef<HTMLDivElement>(null);
  // A dialog that opens takes the focus to its X, so this comes after it.
  useEffect(() => {
    if (closed === asked) return;
    const input = fields.current?.querySelector<HTMLInputElement>('input[type="password"]');
    input?.focus();
    input?.select();
  }, [asked, closed]);
  const form = (
    <OwnForm method="post" action={action} preventScrollReset className="grid gap-4 p-5">
      <div ref={fields} className="grid gap-4">
        <QuestionFields asked={asked} />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        {!isInPage && (
          <Button look="secondary" onClick={close}>
            Cancel
          </Button>
        )}
        <Button type="submit" pending={isBusy}>
          Continue
        </Button>
      </div>
    </OwnForm>
  );
  if (!isInPage) {
    return (
      <Dialog open={closed !== asked} onClose={close} title={TITLE}>
        <DialogBody>{form}</DialogBody>
      </Dialog>
    );
  }
  return (
    <section aria-labelledby="password-question" className="admin-card mb-5">
      <h2 id="password-question" className="display px-5 pt-5 text-xl">
        {TITLE}
      </h2>
      {form}
    </section>
  );
}

function QuestionFields({ asked }: { asked: PasswordAsked }) {
  return (
    <>
      <p>{REASON}</p>
      {asked.fields.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and the list never changes.
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Field
        label="Your password"
        name={PASSWORD_FIELD}
        type="password"
        autoComplete="current-password"
        error={asked.error}
        required
      />
    </>
  );
}
