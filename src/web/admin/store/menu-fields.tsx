import { partLabels } from "#domain/brand/form/part-words.ts";
import { blankLink, type ColumnLink, FOOTER_COLUMNS, SOCIALS_MAX } from "#domain/brand/menu.ts";
import { useAt } from "./part-editor.tsx";
import { LinkAt, TextAt } from "./part-fields.tsx";
import { AddButton, SortableList } from "./sortable-list.tsx";

export function MenuFields() {
  return (
    <>
      <section className="admin-card grid gap-4 p-5 sm:p-7">
        <h2 className="display text-xl">Header</h2>
        <Links path="menu.header" />
      </section>
      {Array.from({ length: FOOTER_COLUMNS }, (_, at) => `menu.columns[${at}]`).map((path, at) => (
        <section key={path} className="admin-card grid gap-4 p-5 sm:p-7">
          <h2 className="display text-xl">Footer column {at + 1}</h2>
          <TextAt path={`${path}.heading`} className="max-w-md" />
          <Links path={`${path}.links`} isColumn />
        </section>
      ))}
      <section className="admin-card grid gap-4 p-5 sm:p-7">
        <h2 className="display text-xl">Social links</h2>
        {Array.from({ length: SOCIALS_MAX }, (_, at) => `menu.socials[${at}]`).map((path, at) => (
          <TextAt
            key={path}
            path={path}
            type="url"
            label={`Social link ${at + 1}`}
            optional
            className="max-w-md"
          />
        ))}
      </section>
    </>
  );
}

function Links({ path, isColumn = false }: { path: string; isColumn?: boolean }) {
  const { value: links } = useAt<ColumnLink[]>(path);
  const hasCategories = links.some(({ kind }) => kind === "categories");
  return (
    <>
      <SortableList<ColumnLink> path={path} nameOf={nameOfLink}>
        {(link, at) =>
          link.kind === "categories" ? (
            <p className="text-ink-2">One link per category, in the same order.</p>
          ) : (
            <LinkAt path={at} label={partLabels.label} />
          )
        }
      </SortableList>
      <div className="flex flex-wrap gap-2">
        <AddButton path={path} label="Add a link" make={() => blankLink} />
        {isColumn && !hasCategories && (
          <AddButton<ColumnLink>
            path={path}
            label="Add all categories"
            make={() => ({ kind: "categories" })}
          />
        )}
      </div>
    </>
  );
}

function nameOfLink(link: ColumnLink): string {
  return link.kind === "categories" ? "All categories" : link.label || "New link";
}
