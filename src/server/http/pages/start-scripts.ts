// The few lines at the end of each page that ask for its scripts once the first pictures are drawn
// (src/web/middleware/scripts-after-paint.ts). The inventory of the checkout's scripts knows them by their text.

/** No first picture is waited for any longer: from then on a button that does nothing is worse than a late picture. */
const PICTURE_MS_MAX = 1_000;

export const START_SCRIPTS = `(() => {
  const frame = requestAnimationFrame;
  const start = () => {
    for (const link of document.querySelectorAll('link[rel="later"]')) link.rel = "modulepreload";
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = document.querySelector('script[type="text/later"]').textContent;
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
