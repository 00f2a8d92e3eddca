import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import type { ShownBrand } from "#domain/brand/shown-brand.ts";
import { withoutServer } from "../../src/web/page/failures/without-server.ts";
import { WithoutServer } from "../../src/web/page/root-data.ts";

/** The HTML of a part of a page, in a shop with the default settings. */
export function drawPart<Props extends object>(
  part: FunctionComponent<Props>,
  props: Props,
  brand: Partial<ShownBrand> = {},
): string {
  const value = { ...withoutServer, brand: { ...withoutServer.brand, ...brand } };
  const Component = () => createElement(WithoutServer, { value }, createElement(part, props));
  return renderToStaticMarkup(createElement(createRoutesStub([{ path: "/", Component }])));
}
