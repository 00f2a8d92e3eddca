// The few lines at the end of each page that ask for its scripts once the first pictures are drawn
// (src/web/middleware/scripts-after-paint.ts), and what must work before those are there, or when they are gone. They stand
// in the page and not in a file. The inventory of the checkout's scripts knows them by their text.
//
// Until React has taken the page over (src/web/root.tsx calls `takeOver`), a press on a button that only a
// script answers is kept from it and marked busy. What differs then from how it was drawn, box or select, was chosen by the
// shopper or restored by the browser; React continues from its own values. So each choice is made again, then each press.
//
// A page that was opened before an upgrade asks for scripts that may be gone. That is distinguished from a lost connection by the table of
// routes of its own build: if that is gone, too, the page reloads, once for each build. `takeOver` has a
// message where the page has reloaded and is from another build than the one before it.

/** No first picture is waited for any longer: from then on a button that does nothing is worse than a late picture. */
const PICTURE_MS_MAX = 1_000;

export const START_SCRIPTS = `(() => {
  const frame = requestAnimationFrame;
  const pressed = [];
  const press = (event) => {
    const button = event.target.closest("button[type=button],label.struck");
    if (!button) return;
    event.stopImmediatePropagation();
    button.ariaBusy = "true";
    if (button.closest(".stepper") || !pressed.includes(button)) pressed.push(button);
  };
  addEventListener("click", press, true);
  const choicesOf = (page) => [
    ...[...page.querySelectorAll("[type=checkbox],[type=radio]")]
      .filter((box) => box.checked !== box.defaultChecked && (box.checked || box.type === "checkbox"))
      .map((box) => () => {
        box.checked = box.defaultChecked;
        box.click();
      }),
    ...[...page.querySelectorAll("select")]
      .filter(({ options }) => [...options].some((option) => option.selected && !option.defaultSelected))
      .map((select) => [select, select.value])
      .map(([select, value]) => () => {
        select.value = value;
        select.dispatchEvent(new Event("change", { bubbles: true }));
      }),
  ];
  const remember = (name, value) => {
    try {
      const before = sessionStorage[name];
      sessionStorage[name] = value;
      return before;
    } catch {
      return value;
    }
  };
  const loadAnewFor = (build) => {
    if (remember("givenUp", build) !== build) location.reload();
  };
  const buildOf = () => window.__reactRouterManifest.url;
  addEventListener("vite:preloadError", async () => {
    if (location.pathname.startsWith("/admin")) return;
    const answer = await fetch(buildOf(), { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer?.status === 404) loadAnewFor(buildOf());
  });
  window.takeOver = () => {
    delete window.takeOver;
    removeEventListener("click", press, true);
    const choices = choicesOf(document);
    setTimeout(() => {
      for (const choose of choices) choose();
      for (const button of pressed) {
        button.ariaBusy = null;
        setTimeout(() => button.click());
      }
    });
    const before = remember("build", buildOf());
    const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload";
    if (!isReload || before === undefined || before === buildOf()) return;
    return ["The shop was updated", { description: "This page was loaded again." }];
  };
  const start = () => {
    for (const link of document.querySelectorAll('link[rel="later"]')) link.rel = "modulepreload";
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = document.querySelector('script[type="text/later"]').textContent;
    script.onerror = () => loadAnewFor(script.textContent);
    document.head.append(script);
    script.remove();
  };
  const afterPictures = () => {
    const pictures = [...document.querySelectorAll('img[fetchpriority="high"]')];
    const decoded = Promise.allSettled(pictures.map((picture) => picture.decode()));
    const patience = new Promise((resolve) => setTimeout(resolve, ${PICTURE_MS_MAX}));
    Promise.race([decoded, patience]).then(() => frame(() => frame(() => setTimeout(start))));
  };
  if (document.hidden) start();
  else frame(afterPictures);
  document.currentScript.remove();
})()`;
