/** How the panel looks, in light and dark. */

export const STYLE = `
:host {
  color-scheme: light dark;
  --ink: light-dark(#151b2e, #e8edfa);
  --soft: light-dark(#5d6a8a, #8f9cbd);
  --line: light-dark(rgb(40 56 104 / 13%), rgb(160 178 226 / 14%));
  --back: light-dark(rgb(252 253 255 / 96%), rgb(13 17 32 / 94%));
  --tile: light-dark(rgb(40 56 104 / 5%), rgb(160 178 226 / 7%));
  --blue: light-dark(#1668cf, #5eb0ff);
  --good: light-dark(#0e8a52, #45d698);
  --warn: light-dark(#a85d00, #ffbd59);
  position: fixed;
  left: 16px;
  bottom: 16px;
  z-index: 2147483000;
  display: block;
  width: 376px;
  max-width: calc(100vw - 32px);
  max-height: min(620px, calc(100vh - 32px));
  overflow: auto;
  scrollbar-width: thin;
  box-sizing: border-box;
  padding: 14px 16px 16px;
  border: 1px solid var(--line);
  border-radius: 14px;
  background: var(--back);
  color: var(--ink);
  box-shadow: 0 14px 44px rgb(4 8 24 / 28%);
  font: 13px/1.4 Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  font-variant-numeric: tabular-nums;
}
:host([hidden]) { display: none; }
* { box-sizing: border-box; margin: 0; }
header { display: flex; align-items: center; gap: 8px; }
h2 { flex: 1; overflow: hidden; font-size: 15px; font-weight: 650; letter-spacing: -0.01em; text-overflow: ellipsis; white-space: nowrap; }
.life { display: flex; align-items: center; gap: 6px; color: var(--soft); font-size: 12px; }
.life::before { content: ''; width: 8px; height: 8px; border-radius: 50%; background: var(--soft); }
.life[data-life='live']::before { background: var(--good); box-shadow: 0 0 0 3px color-mix(in srgb, var(--good) 22%, transparent); }
.life[data-life='late']::before { background: var(--warn); }
.mode { padding: 1px 7px; border: 1px solid var(--line); border-radius: 99px; color: var(--soft); font-size: 11px; }
.numbers { display: grid; grid-template-columns: repeat(4, 1fr); gap: 6px; margin-top: 12px; }
.numbers > div { padding: 7px 9px; border-radius: 9px; background: var(--tile); }
dt { color: var(--soft); font-size: 11px; }
dd { overflow: hidden; font-size: 15px; font-weight: 600; text-overflow: ellipsis; white-space: nowrap; }
.isLate { color: var(--warn); }
figure { margin-top: 8px; padding: 7px 9px 8px; border-radius: 9px; background: var(--tile); }
figcaption { display: flex; justify-content: space-between; color: var(--soft); font-size: 11px; }
svg { display: block; overflow: visible; }
figure svg { width: 100%; height: 34px; margin-top: 4px; }
figure path { fill: none; stroke: var(--blue); stroke-width: 1.6; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
figure path.under { fill: color-mix(in srgb, var(--blue) 14%, transparent); stroke: none; }
.fields { margin-top: 12px; border-top: 1px solid var(--line); }
.field { display: grid; min-height: 31px; grid-template-columns: minmax(0, auto) minmax(0, 1fr) auto; align-items: center; gap: 9px; padding: 5px 0; border-bottom: 1px solid var(--line); }
.field:last-child { border-bottom: 0; padding-bottom: 0; }
.name { overflow: hidden; font-weight: 550; text-overflow: ellipsis; white-space: nowrap; }
.type { overflow: hidden; color: var(--soft); font-size: 11px; text-overflow: ellipsis; white-space: nowrap; }
.graph:has(svg, .meter) .value { min-width: 104px; }
.value { max-width: 190px; overflow: hidden; text-align: right; text-overflow: ellipsis; white-space: nowrap; }
.bars { width: 72px; height: 18px; }
.bars rect { fill: var(--blue); }
.meter { width: 72px; height: 6px; overflow: hidden; border-radius: 99px; background: var(--line); }
.meter i { display: block; height: 100%; border-radius: 99px; background: var(--blue); }
.graph { display: flex; align-items: center; justify-content: flex-end; gap: 10px; }
.empty { padding-top: 10px; color: var(--soft); }
`
