import { Outlet } from "react-router";
import { PendingPage } from "../../layout/pending-page.tsx";
import { StorefrontFrame } from "../../layout/storefront-frame.tsx";

export default function StorefrontLayout() {
  return (
    <StorefrontFrame>
      <PendingPage>
        <Outlet />
      </PendingPage>
    </StorefrontFrame>
  );
}
