import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { imageAtWidth } from "#domain/product/image.ts";
import { Button } from "../../ui/form/button.tsx";
import { FieldFrame } from "../../ui/form/field.tsx";
import type { Notice } from "../frame/notices.ts";
import { ImageUp } from "../icons.tsx";

export type LogoAnswer = { kind: "logo"; notice: Notice };

const SHOWN_WIDTH_PX = 640;

type LogoFormProps = {
  action: string;
  logoUrl: string;
  storeName: string;
};

/** The store's logo, saved when it is uploaded. */
export function LogoForm({ action, logoUrl, storeName }: LogoFormProps) {
  const fetcher = useFetcher<LogoAnswer>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (fetcher.data?.notice.tone === "success") form.current?.reset();
  }, [fetcher.data]);
  const isBusy = fetcher.state !== "idle";
  return (
    <section aria-labelledby="logo" className="admin-card grid gap-4 p-5 sm:p-7">
      <h2 id="logo" className="display text-xl">
        Logo
      </h2>
      {logoUrl ? (
        <img
          src={imageAtWidth(logoUrl, SHOWN_WIDTH_PX)}
          alt={`The logo of ${storeName}`}
          className="max-h-24 max-w-64 rounded-field border border-line bg-paper object-contain p-2"
        />
      ) : (
        <p className="text-ink-2">No logo yet: the header and your emails show the store's name.</p>
      )}
      <fetcher.Form
        ref={form}
        method="post"
        action={action}
        encType="multipart/form-data"
        className="flex flex-wrap items-end gap-4"
      >
        <FieldFrame
          label="Picture file"
          hint="JPG, PNG, GIF or WebP, at most 2MB"
          className="min-w-60 flex-1"
        >
          {(binding) => (
            <input
              {...binding}
              type="file"
              name="logo"
              accept="image/jpeg,image/png,image/gif,image/webp"
              className="input"
            />
          )}
        </FieldFrame>
        <Button type="submit" name="intent" value="logo" look="secondary" pending={isBusy}>
          {!isBusy && <ImageUp aria-hidden="true" className="size-4" />}
          Upload Logo
        </Button>
        {logoUrl && (
          <Button type="submit" name="intent" value="remove-logo" look="quiet" disabled={isBusy}>
            Remove Logo
          </Button>
        )}
      </fetcher.Form>
    </section>
  );
}
