import { FOOTER_COLUMNS, SOCIALS_MAX, type StoreLink } from "#domain/brand/menu.ts";
import { LinkAt, TextAt } from "./part-fields.tsx";
import { AddButton, SortableList } from "./sortable-list.tsx";

const newLink = (): StoreLink => ({ label: "", kind: "page", ref: "shop" });

export function MenuFields() {
  return (
    <>
      <section className="admin-card grid gap-4 p-5 sm:p-7">
        <h2 className="display text-xl">Header</h2>
        <Links path="header" />
      </section>
      {Array.from({ length: FOOTER_COLUMNS }, (_, at) => `columns.${at}`).map((path, at) => (
        <section key={path} className="admin-card grid gap-4 p-5 sm:p-7">
          <h2 className="display text-xl">Footer column {at + 1}</h2>
          <TextAt path={`${path}.heading`} label="Heading" className="max-w-md" />
          <Links path={`${path}.links`} />
        </section>
      ))}
      <section className="admin-card grid gap-4 p-5 sm:p-7">
        <h2 className="display text-xl">Social links</h2>
        {Array.from({ length: SOCIALS_MAX }, (_, at) => `socials.${at}`).map((path, at) => (
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

function Links({ path }: { path: string }) {
  return (
    <>
      <SortableList<StoreLink> path={path} nameOf={({ label }) => label || "New link"}>
        {(_, link) => <LinkAt path={link} label="Label" />}
      </SortableList>
      <AddButton path={path} label="Add a link" make={newLink} />
    </>
  );
}
