import { newBlock } from "#domain/brand/brand-schema.ts";
import { type BlockKind, blockKinds, type HomeBlock } from "#domain/brand/home-blocks.ts";
import { Button } from "../../ui/form/button.tsx";
import { useAt, useEditor } from "./part-editor.tsx";
import { AreaAt, ChoiceAt, LinkAt, PictureAt, RefField, SwitchAt, TextAt } from "./part-fields.tsx";
import { AddButton, SortableList } from "./sortable-list.tsx";

const sides = [
  { value: "left", label: "Left" },
  { value: "right", label: "Right" },
];

export function HomeFields() {
  const { value: blocks, set } = useAt<HomeBlock[]>("");
  const missing = (Object.keys(blockKinds) as BlockKind[]).filter(
    (kind) => blockKinds[kind].isRepeatable || !blocks.some((block) => block.kind === kind),
  );
  return (
    <>
      <SortableList<HomeBlock> path="" nameOf={({ kind }) => blockKinds[kind].label}>
        {(block, path) => (
          <>
            <SwitchAt path={`${path}.isOn`} label="Shown" />
            <details className="disclosure">
              <summary>Edit</summary>
              <div className="grid gap-4 py-3">
                <BlockFields block={block} path={path} />
              </div>
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

function BlockFields({ block, path }: { block: HomeBlock; path: string }) {
  const at = (name: string) => `${path}.${name}`;
  switch (block.kind) {
    case "announcement":
      return (
        <>
          <TextAt path={at("text")} label="Text" />
          <LinkAt path={at("link")} label="Link" />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextAt path={at("from")} type="date" label="First day" optional />
            <TextAt path={at("until")} type="date" label="Last day" optional />
          </div>
        </>
      );
    case "hero":
      return (
        <>
          <TextAt path={at("eyebrow")} label="Line above the heading" optional />
          <TextAt path={at("heading")} label="Heading" />
          <AreaAt path={at("text")} label="Text" optional />
          <LinkAt path={at("first")} label="First button" />
          <LinkAt path={at("second")} label="Second button" />
          <PictureAt
            path={at("picture")}
            label="Picture"
            empty={{ url: "drawing:course", alt: "", focus: "center" }}
          />
          <SwitchAt path={at("showsProduct")} label="Show a product" />
        </>
      );
    case "collection":
      return (
        <>
          <CollectionAt path={at("collectionId")} />
          <TextAt path={at("heading")} label="Heading" hint="Leave blank to use its name" optional />
          <TextAt path={at("linkLabel")} label="Link to the collection" />
        </>
      );
    case "picture-text":
      return (
        <>
          <TextAt path={at("heading")} label="Heading" />
          <AreaAt path={at("text")} label="Text" rows={5} optional />
          <LinkAt path={at("link")} label="Button" />
          <PictureAt path={at("picture")} label="Picture" />
          <ChoiceAt path={at("side")} label="Picture on the" choices={sides} className="max-w-xs" />
        </>
      );
    case "reasons":
      return (
        <>
          <TextAt path={at("heading")} label="Heading" />
          <TextAt path={at("label")} label="Word next to each number" optional />
          <SortableList<{ name: string }> path={at("reasons")} nameOf={({ name }) => name || "New reason"}>
            {(_, reason) => (
              <>
                <TextAt path={`${reason}.name`} label="Title" />
                <TextAt path={`${reason}.note`} label="Note on the right" optional />
                <AreaAt path={`${reason}.text`} label="Text" />
              </>
            )}
          </SortableList>
          <AddButton
            path={at("reasons")}
            label="Add a reason"
            make={() => ({ name: "", note: "", text: "" })}
          />
        </>
      );
    case "quote":
      return (
        <>
          <AreaAt path={at("text")} label="Quote" />
          <TextAt path={at("who")} label="Source" optional />
        </>
      );
    default:
      return (
        <>
          <TextAt path={at("heading")} label="Heading" />
          {block.kind === "sale" && <TextAt path={at("text")} label="Line below the heading" optional />}
          {"linkLabel" in block && <TextAt path={at("linkLabel")} label="Link to all products" />}
        </>
      );
  }
}

function CollectionAt({ path }: { path: string }) {
  const { value, set } = useAt<string>(path);
  const choices = useEditor().targets.collection;
  return <RefField path={path} label="Collection" choices={choices} value={value} onChoose={set} />;
}
