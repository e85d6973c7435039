// Styles of the selector. It follows the page's font, `color-scheme` and direction. Pages customize it with the custom properties
// `--selector-…` and the parts.

const CSS = `
:host {
  --_text: var(--selector-text, light-dark(#1d1f24, #eceef2));
  --_muted: var(--selector-muted, light-dark(#575c66, #a9b0bd));
  --_surface: var(--selector-surface, light-dark(#ffffff, #191b20));
  --_raised: var(--selector-raised, light-dark(#f5f6f8, #24272e));
  --_border: var(--selector-border, light-dark(#d3d7de, #3b404a));
  --_field: var(--selector-field-border, light-dark(#7d8490, #7f8795));
  --_accent: var(--selector-accent, light-dark(#1a56c4, #8fb6ff));
  --_chosen: var(--selector-chosen, light-dark(#eaf1fe, #212c43));
  --_danger: var(--selector-danger, light-dark(#a3201a, #ffaca4));
  --_radius: var(--selector-radius, 0.625rem);
  --_gap: var(--selector-gap, 0.75rem);
  display: block;
  container-type: inline-size;
  padding: 1rem;
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  color: var(--_text);
  background: var(--_surface);
  line-height: 1.45;
  accent-color: var(--_accent);
}
:host([hidden]), [hidden] { display: none !important; }
* { box-sizing: border-box; }
.base { display: grid; gap: calc(var(--_gap) * 1.5); align-items: start; }
.main { display: grid; gap: var(--_gap); min-inline-size: 0; }
fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
legend { padding: 0; font-weight: 650; font-size: 1.0625em; margin-block-end: 0.25rem; overflow-wrap: anywhere; }
p { margin: 0; }
.hint, .note { color: var(--_muted); font-size: 0.875em; }
.list > .hint { margin-block-end: 0.625rem; }
.unseen {
  position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; padding: 0; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
.icon { inline-size: 1.125em; block-size: 1.125em; fill: none; stroke: currentColor; stroke-width: 2;
  stroke-linecap: round; stroke-linejoin: round; flex: none; }

.tools { display: flex; flex-wrap: wrap; gap: 0.625rem; align-items: end; }
.field { display: grid; gap: 0.1875rem; flex: 1 1 8.5rem; min-inline-size: 0; font-size: 0.875em; color: var(--_muted); }
.field.wide { flex: 2 1 13rem; }
.field:not(.wide) { max-inline-size: 15rem; }
.tools:not([hidden]) + .tools { border-block-start: 1px solid var(--_border); padding-block-start: var(--_gap); }
input:not([type='checkbox']), select, button {
  font: inherit; color: inherit; min-block-size: 2.25rem; border-radius: calc(var(--_radius) * 0.7);
}
.field > :last-child {
  font-size: 1rem; color: var(--_text); background: var(--_surface); border: 1px solid var(--_field);
  padding-inline: 0.625rem; inline-size: 100%; min-inline-size: 0;
}
button { cursor: pointer; border: 1px solid var(--_field); background: var(--_surface); padding-inline: 0.875rem; }
button:hover { background: var(--_raised); }
button[aria-disabled='true'], :disabled { cursor: default; opacity: 0.55; }
fieldset:disabled { opacity: 0.65; }
fieldset:disabled :disabled { opacity: 1; }
button.plain { border-color: transparent; color: var(--_accent); padding-inline: 0.375rem; min-block-size: 1.75rem; background: none; text-decoration: underline; text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }

.posts {
  list-style: none; margin: 0; padding: 0; display: grid; gap: var(--_gap);
  grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--selector-card, 12.5rem)), 1fr));
}
.post {
  position: relative; isolation: isolate; display: flex; flex-direction: column; border: 1px solid var(--_border);
  border-radius: var(--_radius); background: var(--_surface); overflow: hidden;
}
.post:not(:has(.picture)) { background: var(--_raised); }
.post:hover { border-color: var(--_field); }
.post:has(input:checked) { background: var(--_chosen); border-color: var(--_accent); }
.post:has(input:checked)::after { content: ''; position: absolute; inset: 0; border: 3px solid var(--_accent); border-radius: calc(var(--_radius) - 1px); pointer-events: none; }
.post:has(input:focus-visible) { outline: 3px solid var(--_accent); outline-offset: 2px; }
.choose { display: flex; flex-direction: column; flex: 1; cursor: pointer; min-inline-size: 0; }
fieldset:disabled .choose { cursor: default; }
.choose > input {
  position: absolute; inset-block-start: 0.625rem; inset-inline-start: 0.625rem; z-index: 1; margin: 0;
  inline-size: 1.5rem; block-size: 1.5rem; cursor: inherit; outline: none; border-radius: 0.25rem;
}
.picture { display: grid; place-items: center; position: relative; aspect-ratio: 1; background: var(--_raised); overflow: hidden; }
.picture img { inline-size: 100%; block-size: 100%; object-fit: cover; display: block; }
.no-picture { display: grid; justify-items: center; gap: 0.25rem; padding: 0.5rem; color: var(--_muted); font-size: 0.8125em; text-align: center; }
.play { position: absolute; inset: 0; margin: auto; inline-size: 2.75rem; block-size: 2.75rem; display: grid; place-items: center;
  border-radius: 50%; background: rgb(0 0 0 / 62%); color: #fff; pointer-events: none; }
.play .icon { fill: currentColor; inline-size: 1.5rem; block-size: 1.5rem; }
.about { order: 1; display: flex; flex-wrap: wrap; gap: 0.125rem 0.5rem; align-items: center; margin-block-start: auto; padding: 0.375rem 0.75rem 0.625rem; font-size: 0.8125em; color: var(--_muted); }
.kind { border: 1px solid var(--_border); border-radius: 1rem; padding-inline: 0.5rem; background: var(--_raised); }
.text {
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
  margin: 0.5rem 0.75rem 0; overflow-wrap: anywhere; text-align: start;
}
/* A post without an image is a tile of text. */
.choose > input + .about + .text { -webkit-line-clamp: 8; font-size: 1.0625em; margin: 2.875rem 0.875rem 0.5rem; }
.title { font-weight: 650; }
.text.none { color: var(--_muted); font-style: italic; }
.foot:has(button) { padding: 0 0.5rem 0.5rem; }
.foot a {
  position: absolute; inset-block-start: 0.5rem; inset-inline-end: 0.5rem; z-index: 1; inline-size: 2rem; block-size: 2rem;
  display: grid; place-items: center; place-content: center; border-radius: 50%; background: var(--_surface); border: 1px solid var(--_border); color: var(--_text); font-size: 0;
}
.foot a .icon { inline-size: 1rem; block-size: 1rem; }
.foot .icon:dir(rtl) { transform: scaleX(-1); }
.skeleton { block-size: 15rem; border-radius: var(--_radius); background: var(--_raised); }

.below { display: grid; gap: 0.5rem; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; }
.status { font-weight: 600; }
.more { font-weight: 600; }
.alert:not(:empty) { border: 1px solid var(--_danger); border-inline-start-width: 0.3rem; border-radius: calc(var(--_radius) * 0.7); padding: 0.625rem 0.75rem; }
.alert > p:first-child { color: var(--_danger); font-weight: 600; }

.choice { border: 1px solid var(--_border); border-radius: var(--_radius); padding: 0.75rem; background: var(--_raised); }
.choice legend { float: inline-start; inline-size: 100%; }
.choice legend + * { clear: both; }
.chosen { list-style: none; counter-reset: place; margin: 0; padding: 0; display: grid; gap: 0.375rem; clear: both; }
.chosen li {
  counter-increment: place; display: flex; gap: 0.5rem; align-items: center; padding: 0.375rem 0.375rem 0.375rem 0.625rem;
  border: 1px solid var(--_border); border-radius: calc(var(--_radius) * 0.7); background: var(--_surface); cursor: grab;
}
.chosen li:dir(rtl) { padding: 0.375rem 0.625rem 0.375rem 0.375rem; }
.chosen li::before { content: counter(place); font-variant-numeric: tabular-nums; font-weight: 650; color: var(--_muted); min-inline-size: 1.25em; }
.label { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; font-size: 0.875em; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.buttons { display: flex; gap: 0.25rem; flex: none; }
.square { display: grid; place-items: center; padding: 0; inline-size: 2rem; min-block-size: 2rem; border-color: transparent; background: none; }
.square:hover { border-color: var(--_field); }

@container (inline-size < 30rem) {
  .posts { grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--selector-card, 8.75rem)), 1fr)); }
  .field:not(.wide) { max-inline-size: none; }
  .field:has([part='kind-filter']) { flex-basis: 100%; }
}
@container (inline-size >= 54rem) {
  .base { grid-template-columns: minmax(0, 1fr) minmax(16rem, 22rem); }
  .choice { position: sticky; inset-block-start: 0.5rem; max-block-size: calc(100vh - 1rem); overflow: auto; }
}
@media (hover: none) and (pointer: coarse) { .list > .hint { display: none; } }
@media (prefers-reduced-motion: no-preference) {
  .post, button { transition: border-color 120ms, background-color 120ms; }
  .skeleton { animation: waiting 1.4s ease-in-out infinite alternate; }
  @keyframes waiting { to { opacity: 0.45; } }
}
@media (forced-colors: active) {
  .post:has(input:checked)::after { border: 3px solid Highlight; }
  .post:has(input:focus-visible) { outline: 3px solid Highlight; outline-offset: 2px; }
  button[aria-disabled='true'] { color: GrayText; opacity: 1; }
  .play { border: 1px solid CanvasText; }
  .skeleton { border: 1px dashed CanvasText; }
}
`

const sheets = new WeakMap<Document, CSSStyleSheet>()

/**
 * One for all elements of a document; a policy for styles lets it pass, as it is not an element. A sheet belongs to the document whose window
 * made it; a document without a window shows nothing.
 */
export const stylesOf = (page: Document): CSSStyleSheet | undefined => {
  const { defaultView } = page
  if (defaultView === null) return undefined
  const made = sheets.get(page)
  if (made !== undefined) return made
  const sheet = new defaultView.CSSStyleSheet()
  sheet.replaceSync(CSS)
  sheets.set(page, sheet)
  return sheet
}
