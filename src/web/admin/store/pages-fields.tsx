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
        path=""
        nameOf={({ title }) => title || "New page"}
        canRemove={({ id }) => id !== ABOUT_ID}
      >
        {(page, path) => (
          <details className="disclosure" open={page.title === "" || undefined}>
            <summary>{pagePath(page)}</summary>
            <div className="grid gap-4 py-3">
              <TitleAt page={page} path={path} />
              {page.id !== ABOUT_ID && <TextAt path={`${path}.slug`} label="Address" hint="/pages/…" />}
              <TextAt path={`${path}.eyebrow`} label="Line above the heading" optional />
              <TextAt path={`${path}.heading`} label="Heading" />
              <PictureAt path={`${path}.picture`} label="Picture" />
              <AreaAt path={`${path}.text`} label="Text" rows={14} />
              <TextAt path={`${path}.seoTitle`} label="Title for search engines" optional />
              <TextAt path={`${path}.description`} label="Description for search engines" optional />
            </div>
          </details>
        )}
      </SortableList>
      <AddButton path="" label="Add a page" make={emptyPage} />
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

/** The title makes heading and address of a new page until the owner changes them. */
function TitleAt({ page, path }: { page: OwnPage; path: string }) {
  const { value, set } = useAt<OwnPage>(path);
  const follow = (title: string) => ({
    title,
    ...(page.heading === page.title ? { heading: title } : {}),
    ...(page.slug === slugOf(page.title) && page.id !== ABOUT_ID ? { slug: slugOf(title) } : {}),
  });
  return <TypedTitle path={`${path}.title`} onType={(title) => set({ ...value, ...follow(title) })} />;
}

function TypedTitle({ path, onType }: { path: string; onType: (title: string) => void }) {
  const { value, error } = useAt<string>(path);
  return (
    <Field
      label="Title"
      name={path}
      error={error}
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
