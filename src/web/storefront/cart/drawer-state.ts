import { sharedValue } from "../../ui/shared-value.ts";

/** Whether the cart drawer is open: used by the header, the drawer, and everything that adds to the cart. */
export const drawerState = sharedValue(false);
