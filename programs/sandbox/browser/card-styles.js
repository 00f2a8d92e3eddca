// The form's styles, set through adoptedStyleSheets and the CSSOM, which a strict content security policy allows.
const STYLES = `
  .sbx { --sbx-primary: #184b33; --sbx-background: #fdfcf9; --sbx-text: #14211b; --sbx-secondary: #47534c;
    --sbx-danger: #b32322; --sbx-edge: #7b8379; --sbx-radius: 10px; --sbx-font: inherit; --sbx-size: 16px;
    color: var(--sbx-text); font-family: var(--sbx-font); font-size: var(--sbx-size); line-height: 1.4;
    display: grid; gap: 14px; grid-template-columns: 1fr 1fr; }
  .sbx, .sbx *, .sbx-dialog, .sbx-dialog * { box-sizing: border-box; }
  .sbx-note { grid-column: 1 / -1; margin: 0; padding: 10px 12px; border-radius: var(--sbx-radius);
    border: 1px dashed var(--sbx-edge); font-size: .875em; color: var(--sbx-secondary); }
  .sbx-note strong { color: var(--sbx-text); }
  .sbx-note code { font: inherit; font-variant-numeric: tabular-nums; white-space: nowrap; color: var(--sbx-text); }
  .sbx-field { display: grid; gap: 5px; align-content: start; min-width: 0; }
  .sbx-wide { grid-column: 1 / -1; }
  .sbx-field label { font-weight: 600; font-size: .9em; }
  .sbx-box { position: relative; display: grid; }
  .sbx-field input { width: 100%; min-height: 48px; padding: 10px 12px; border: 1px solid var(--sbx-edge);
    border-radius: var(--sbx-radius); background: var(--sbx-background); color: inherit; font: inherit;
    font-size: max(16px, 1em); font-variant-numeric: tabular-nums; }
  .sbx-field input::placeholder { color: var(--sbx-secondary); opacity: .8; }
  .sbx-field input:focus-visible { outline: 3px solid var(--sbx-primary); outline-offset: 1px; border-color: var(--sbx-primary); }
  .sbx-field input[aria-invalid="true"] { border-color: var(--sbx-danger); box-shadow: 0 0 0 1px var(--sbx-danger); }
  .sbx-brand { position: absolute; inset-inline-end: 12px; top: 50%; translate: 0 -50%; font-size: .8em;
    color: var(--sbx-secondary); pointer-events: none; }
  .sbx-error { margin: 0; color: var(--sbx-danger); font-size: .875em; }
  .sbx-error:empty { display: none; }
  .sbx-dialog { margin: auto; max-width: min(26rem, calc(100vw - 32px)); padding: 24px; border: 1px solid #d6d4cc;
    border-radius: 14px; background: #fdfcf9; color: #14211b; font-size: 16px; line-height: 1.5; }
  .sbx-dialog::backdrop { background: rgb(12 22 18 / .6); }
  .sbx-dialog h2 { margin: 0 0 8px; font-size: 1.25rem; line-height: 1.25; }
  .sbx-dialog p { margin: 0 0 16px; color: #47534c; }
  .sbx-actions { display: grid; gap: 10px; }
  .sbx-actions button { min-height: 48px; padding: 10px 16px; border-radius: 999px; border: 1px solid #184b33;
    background: #184b33; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
  .sbx-actions button.sbx-second { background: transparent; color: #a32510; border-color: #a32510; }
  .sbx-actions button:focus-visible { outline: 3px solid #f6d156; outline-offset: 2px; }
  .sbx-wallet { --sbx-radius: 10px; width: 100%; height: var(--sbx-height, 44px); padding: 0 16px; border: 0;
    border-radius: var(--sbx-radius); background: #14211b; color: #fff; font: 600 16px/1 system-ui, sans-serif; cursor: pointer; }
  .sbx-wallet:hover { background: #2a3931; }
  .sbx-wallet:focus-visible { outline: 3px solid var(--sbx-primary, #184b33); outline-offset: 2px; }
  .sbx-sheet { width: 26rem; max-height: calc(100dvh - 32px); overflow: auto; --sbx-edge: #7b8379; --sbx-radius: 10px;
    --sbx-secondary: #47534c; --sbx-text: #14211b; --sbx-danger: #b32322; }
  .sbx-dialog .sbx-note { margin: 0 0 12px; }
  .sbx-dialog .sbx-error { margin: 12px 0; color: #b32322; font-weight: 600; }
  .sbx-dialog .sbx-error:empty { display: none; }
  .sbx-choices { margin: 0 0 8px; padding: 0; border: 0; display: grid; }
  .sbx-choices legend { padding: 0; font-weight: 600; font-size: .9em; }
  .sbx-choice { display: flex; gap: 10px; align-items: center; min-height: 44px; font-size: .95em; }
  .sbx-choice input { width: 20px; height: 20px; flex: none; margin: 0; accent-color: #184b33; }
  .sbx-dialog .sbx-rates { margin: 0 0 12px; font-size: .95em; }
  .sbx-field select { width: 100%; min-height: 48px; padding: 10px 12px; border: 1px solid var(--sbx-edge);
    border-radius: var(--sbx-radius); background: #fdfcf9; color: inherit; font: inherit; }
  .sbx-items { margin: 14px 0; display: grid; gap: 4px; }
  .sbx-items div { display: flex; justify-content: space-between; gap: 16px; font-variant-numeric: tabular-nums; }
  .sbx-items div:last-child { margin-block-start: 4px; padding-block-start: 8px; border-block-start: 1px solid #d6d4cc;
    font-weight: 600; }
  .sbx-items dd { margin: 0; }
  .sbx-actions button:disabled { opacity: .6; cursor: default; }
  @media (max-width: 22rem) { .sbx { grid-template-columns: 1fr; } }
  @media (forced-colors: active) { .sbx-field input[aria-invalid="true"] { outline: 2px solid Mark; } }
`;

let sheet = null;

export function adoptStyles() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
  }
  if (document.adoptedStyleSheets.includes(sheet)) return;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

export function make(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in node) node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

const VARIABLES = {
  colorPrimary: "--sbx-primary",
  colorBackground: "--sbx-background",
  colorText: "--sbx-text",
  colorTextSecondary: "--sbx-secondary",
  colorDanger: "--sbx-danger",
  borderRadius: "--sbx-radius",
  fontFamily: "--sbx-font",
  fontSizeBase: "--sbx-size",
};

export function applyAppearance(root, appearance) {
  const variables = appearance?.variables ?? {};
  for (const [name, property] of Object.entries(VARIABLES)) {
    if (variables[name]) root.style.setProperty(property, variables[name]);
  }
}
