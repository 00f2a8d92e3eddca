// The one list of the back office's pages in its navigation, in the order in which they are shown. A new page is one
// line here, in its group. `count`: whose number of Waiting stands beside it. `thumb`: also in the bar of a phone,
// which has room for four and "More"; a test holds it to that.

import { href } from "react-router";
import type { Waiting } from "#domain/alerts/waiting.ts";
import type { Icon } from "../../../ui/icons.tsx";
import {
  Boxes,
  ChartColumn,
  DatabaseBackup,
  LayoutDashboard,
  MessageSquare,
  Package,
  PackageOpen,
  Receipt,
  Scale,
  Settings,
  ShieldCheck,
  Shirt,
  Star,
  Stethoscope,
  TicketPercent,
  Users,
} from "../../icons.tsx";

export type Place = {
  to: string;
  label: string;
  Icon: Icon;
  count?: keyof Waiting;
  thumb?: true;
};

export type PlaceGroup = { label: string; places: Place[] };

export const placeGroups: PlaceGroup[] = [
  {
    label: "Today",
    places: [{ to: href("/admin/dashboard"), label: "Dashboard", Icon: LayoutDashboard, thumb: true }],
  },
  {
    label: "Sell",
    places: [
      { to: href("/admin/products"), label: "Products", Icon: Shirt, thumb: true },
      { to: href("/admin/inventory"), label: "Inventory", Icon: Boxes },
      { to: href("/admin/orders"), label: "Orders", Icon: Receipt, thumb: true },
      { to: href("/admin/packing"), label: "Packing", Icon: Package, count: "parcels" },
      { to: href("/admin/returns"), label: "Returns", Icon: PackageOpen, count: "returns" },
      { to: href("/admin/discounts"), label: "Discounts", Icon: TicketPercent },
      { to: href("/admin/reports"), label: "Reports", Icon: ChartColumn },
      { to: href("/admin/money"), label: "Money check", Icon: Scale },
    ],
  },
  {
    label: "People",
    places: [
      {
        to: href("/admin/messages"),
        label: "Messages",
        Icon: MessageSquare,
        count: "messages",
        thumb: true,
      },
      { to: href("/admin/customers"), label: "Customers", Icon: Users },
      { to: href("/admin/reviews"), label: "Reviews", Icon: Star },
      { to: href("/admin/privacy"), label: "Privacy", Icon: ShieldCheck },
    ],
  },
  {
    label: "Shop",
    places: [
      { to: href("/admin/doctor"), label: "Doctor", Icon: Stethoscope },
      { to: href("/admin/backups"), label: "Backups", Icon: DatabaseBackup },
      { to: href("/admin/settings"), label: "Settings", Icon: Settings },
    ],
  },
];
