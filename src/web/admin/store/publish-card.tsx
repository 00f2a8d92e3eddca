import { useNavigation } from "react-router";
import { ShopTime } from "../../page/shop-time.tsx";
import { ActionButton } from "../../ui/form/action-button.tsx";
import { LinkButton } from "../../ui/form/button.tsx";

export type VersionRow = { id: number; actor: string; at: string };

type PublishCardProps = {
  action: string;
  /** Of the draft; 0: there is none. */
  revision: number;
  previewPath: string;
  /** Newest first; the first one is the published one. */
  versions: VersionRow[];
};

/** Publishes the draft, or brings an earlier version back. */
export function PublishCard({ action, revision, previewPath, versions }: PublishCardProps) {
  // A draft that was just saved has another revision than the page still shows.
  const isReloading = useNavigation().state !== "idle";
  return (
    <section aria-labelledby="publish" className="admin-card grid gap-4 p-5 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="publish" className="display text-xl">
          {revision === 0 ? "Everything is published" : "You have a draft"}
        </h2>
        <div className="flex flex-wrap gap-2">
          {revision > 0 && (
            <>
              <LinkButton to={previewPath} look="secondary">
                Preview
              </LinkButton>
              <ActionButton action={action} fields={{ intent: "discard" }} look="quiet">
                Discard draft
              </ActionButton>
              <ActionButton
                action={action}
                fields={{ intent: "publish", revision: String(revision) }}
                disabled={isReloading}
              >
                Publish
              </ActionButton>
            </>
          )}
        </div>
      </div>
      {versions.length > 1 && (
        <details className="disclosure">
          <summary>Earlier versions</summary>
          <ul className="divide-y divide-line">
            {versions.slice(1).map(({ id, actor, at }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-1">
                <span>
                  <ShopTime at={at} />, {actor}
                </span>
                <ActionButton
                  action={action}
                  fields={{ intent: "restore", id: String(id) }}
                  look="quiet"
                  size="small"
                >
                  Restore
                </ActionButton>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
