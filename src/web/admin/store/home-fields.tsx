import type { ReactNode } from "react";
import { newBlock } from "#domain/brand/brand-schema.ts";
import { type BlockKind, blockKinds, type HomeBlock } from "#domain/brand/home-blocks.ts";
import { Button } from "../../ui/form/button.tsx";
import { useAt, useEditor } from "./part-editor.tsx";
import { AreaAt, ChoiceAt, LinkAt, PictureAt, RefAt, SwitchAt, TextAt } from "./part-fields.tsx";
import { AddButton, SortableList } from "./sortable-list.tsx";

const sides = [
  { value: "left", label: "Left" },
  { value: "right", label: "Right" },
];

export function HomeFields() {
  const { value: blocks, set } = useAt<HomeBlock[]>("home");
  const missing = (Object.keys(blockKinds) as BlockKind[]).filter(
    (kind) => blockKinds[kind].isRepeatable || !blocks.some((block) => block.kind === kind),
  );
  return (
    <>
      <SortableList<HomeBlock> path="home" nameOf={({ kind }) => blockKinds[kind].label}>
        {(block, path) => (
          <>
            <SwitchAt path={`${path}.isOn`} />
            <details className="disclosure">
              <summary>Edit</summary>
              <div className="grid gap-4 py-3">{fieldsOf[block.kind]((name) => `${path}.${name}`)}</div>
            </details>
          </>
        )}
      </SortableList>
      <div className="flex flex-wrap gap-2">
        {missing.map((kind) => (
          <Button
            key={kind}
            look="secondary"
            size="small"
            onClick={() => set([...blocks, newBlock(kind, crypto.randomUUID())])}
          >
            Add {blockKinds[kind].label.toLowerCase()}
          </Button>
        ))}
      </div>
    </>
  );
}

/** `at`: the path of a field of the block. */
const fieldsOf: Record<BlockKind, (at: (name: string) => string) => ReactNode> = {
  announcement: (at) => (
    <>
      <TextAt path={at("text")} />
      <LinkAt path={at("link")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextAt path={at("from")} type="date" optional />
        <TextAt path={at("until")} type="date" optional />
      </div>
    </>
  ),
  hero: (at) => (
    <>
      <TextAt path={at("eyebrow")} optional />
      <TextAt path={at("heading")} />
      <AreaAt path={at("text")} optional />
      <LinkAt path={at("first")} />
      <LinkAt path={at("second")} />
      <PictureAt path={at("picture")} empty={{ url: "drawing:course", alt: "", focus: "center" }} />
      <SwitchAt path={at("showsProduct")} />
    </>
  ),
  categories: (at) => <TextAt path={at("heading")} />,
  newest: (at) => (
    <>
      <TextAt path={at("heading")} />
      <TextAt path={at("linkLabel")} />
    </>
  ),
  sale: (at) => (
    <>
      <TextAt path={at("heading")} />
      <TextAt path={at("text")} label="Line below the heading" optional />
      <TextAt path={at("linkLabel")} />
    </>
  ),
  collection: (at) => (
    <>
      <CollectionAt path={at("collectionId")} />
      <TextAt path={at("heading")} hint="Leave blank to use its name." optional />
      <TextAt path={at("linkLabel")} label="Link to the collection" />
    </>
  ),
  "picture-text": (at) => (
    <>
      <TextAt path={at("heading")} />
      <AreaAt path={at("text")} rows={5} optional />
      <LinkAt path={at("link")} label="Button" />
      <PictureAt path={at("picture")} />
      <ChoiceAt path={at("side")} choices={sides} className="max-w-xs" />
    </>
  ),
  reasons: (at) => (
    <>
      <TextAt path={at("heading")} />
      <TextAt path={at("label")} label="Word next to each number" optional />
      <SortableList<{ name: string }> path={at("reasons")} nameOf={({ name }) => name || "New reason"}>
        {(_, reason) => (
          <>
            <TextAt path={`${reason}.name`} />
            <TextAt path={`${reason}.note`} optional />
            <AreaAt path={`${reason}.text`} />
          </>
        )}
      </SortableList>
      <AddButton path={at("reasons")} label="Add a reason" make={() => ({ name: "", note: "", text: "" })} />
    </>
  ),
  reviews: (at) => <TextAt path={at("heading")} />,
  quote: (at) => (
    <>
      <AreaAt path={at("text")} label="Quote" />
      <TextAt path={at("who")} optional />
    </>
  ),
};

function CollectionAt({ path }: { path: string }) {
  return <RefAt path={path} choices={useEditor().targets.collection} />;
}
