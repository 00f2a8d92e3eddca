import { useState } from "react";
import { ABOUT_ID, type OwnPage, pagePath } from "#domain/brand/own-page.ts";
import { slugOf } from "#domain/redirects/slug.ts";
import { legalWords } from "#domain/settings/legal-text.ts";
import { Field } from "../../ui/form/field.tsx";
import { useAt } from "./part-editor.tsx";
import { AreaAt, PictureAt, TextAt } from "./part-fields.tsx";
import { AddButton, SortableList } from "./sortable-list.tsx";

const emptyPage = (): OwnPage => ({
  id: crypto.randomUUID(),
  slug: "",
  title: "",
  eyebrow: "",
  heading: "",
  picture: null,
  text: "",
  seoTitle: "",
  description: "",
});

export function PagesFields() {
  return (
    <>
      <SortableList<OwnPage>
        path="pages"
        nameOf={({ title }) => title || "New page"}
        canRemove={({ id }) => id !== ABOUT_ID}
      >
        {({ id }, path) => <PageFields key={id} path={path} />}
      </SortableList>
      <AddButton path="pages" label="Add a page" make={emptyPage} />
      <details className="disclosure">
        <summary>How to write a text</summary>
        <p className="py-2">
          Leave a blank line between paragraphs. Begin a heading with #, a list with -, and a numbered list
          with 1. Write a link as [Shop hats](/shop), and a picture as ![Description](its address).
        </p>
        <ul className="grid gap-1">
          {Object.entries(legalWords).map(([word, meaning]) => (
            <li key={word}>
              <code>{`{${word}}`}</code> {meaning}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function PageFields({ path }: { path: string }) {
  const { value: page } = useAt<OwnPage>(path);
  // It stays open while the title is typed.
  const [isNew] = useState(page.title === "");
  return (
    <details className="disclosure" open={isNew || undefined}>
      <summary>{pagePath(page)}</summary>
      <div className="grid gap-4 py-3">
        <TitleAt path={path} />
        {page.id !== ABOUT_ID && <TextAt path={`${path}.slug`} hint="/pages/…" />}
        <TextAt path={`${path}.eyebrow`} optional />
        <TextAt path={`${path}.heading`} />
        <PictureAt path={`${path}.picture`} />
        <AreaAt path={`${path}.text`} rows={14} />
        <TextAt path={`${path}.seoTitle`} optional />
        <TextAt path={`${path}.description`} optional />
      </div>
    </details>
  );
}

/** The title makes heading and address of a new page until the owner changes them. */
function TitleAt({ path }: { path: string }) {
  const { value: page, set } = useAt<OwnPage>(path);
  const { label, error } = useAt(`${path}.title`);
  const follow = (title: string) => ({
    title,
    ...(page.heading === page.title ? { heading: title } : {}),
    ...(page.slug === slugOf(page.title) && page.id !== ABOUT_ID ? { slug: slugOf(title) } : {}),
  });
  return (
    <Field
      {...{ label, error }}
      data-path={`${path}.title`}
      value={page.title}
      onChange={(event) => set({ ...page, ...follow(event.target.value) })}
    />
  );
}
