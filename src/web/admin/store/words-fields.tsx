import { brandWords } from "#domain/brand/brand.ts";
import { TextAt } from "./part-fields.tsx";

/** Texts of pages that every shop has. */
export function WordsFields() {
  return (
    <section className="admin-card grid gap-4 p-5 sm:p-7">
      {Object.entries(brandWords).map(([name, texts]) => (
        <TextAt key={name} path={`words.${name}`} {...texts} />
      ))}
    </section>
  );
}
