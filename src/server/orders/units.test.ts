import { sql } from "kysely";
import { expect, test } from "vitest";
import { type UnitState, unitStates, unitTransitions } from "#domain/order/units.ts";
import { addProduct } from "#test/shop/product-editing.ts";
import { serverStore } from "#test/shop/server-store.ts";
