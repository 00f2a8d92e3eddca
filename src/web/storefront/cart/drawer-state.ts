import { sharedValue } from "../../ui/shared-value.ts";

/** Whether the cart drawer is open: asked by the header, the drawer and whatever adds to the cart. */
export const drawerState = sharedValue(false);
