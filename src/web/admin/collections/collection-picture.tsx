import { useFetcher } from "react-router";
import { imageAtWidth, type ProductImage } from "#domain/product/image.ts";
import { pictureTypes } from "#domain/product/image-upload.ts";
import { Button } from "../../ui/form/button.tsx";
import { Field, FieldFrame } from "../../ui/form/field.tsx";
import { PictureInput } from "../products/picture-input.tsx";

type CollectionPictureProps = { action: string; image: ProductImage | null };

const SHOWN_WIDTH_PX = 640;

/** The picture at the top of a collection, saved when it is uploaded. */
export function CollectionPicture({ action, image }: CollectionPictureProps) {
  const fetcher = useFetcher();
  const isBusy = fetcher.state !== "idle";
  return (
    <section aria-labelledby="collection-picture" className="admin-card grid gap-4 p-5 sm:p-7">
      <h2 id="collection-picture" className="display text-xl">
        Picture
      </h2>
      {image && (
        <img
          src={imageAtWidth(image.url, SHOWN_WIDTH_PX)}
          alt={image.alt}
          className="aspect-[3/2] w-full max-w-sm rounded-field bg-sand object-cover"
        />
      )}
      <fetcher.Form
        key={image?.url}
        method="post"
        action={action}
        encType="multipart/form-data"
        className="grid items-start gap-4 md:grid-cols-2"
      >
        <FieldFrame label="Picture file" hint={pictureTypes.names}>
          {(binding) => <PictureInput {...binding} name="picture" />}
        </FieldFrame>
        <Field
          name="alt"
          label="Picture description"
          defaultValue={image?.alt}
          maxLength={200}
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="intent" value="picture" look="secondary" pending={isBusy}>
            Save Picture
          </Button>
          {image && (
            <Button type="submit" name="intent" value="remove-picture" look="quiet" disabled={isBusy}>
              Remove Picture
            </Button>
          )}
        </div>
      </fetcher.Form>
    </section>
  );
}
