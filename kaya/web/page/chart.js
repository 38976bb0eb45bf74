// Small charts as SVG text.

/** The winning rate of the first side over the game: [[number, rate]], and where we are. */
export function rateChart(rates, length, at) {
  const wide = 300, high = 90, last = Math.max(length, 1), x = (n) => (wide * n) / last, y = (rate) => high * (1 - rate);
  const points = rates.map(([n, rate]) => `${x(n).toFixed(1)},${y(rate).toFixed(1)}`);
  const area = points.length ? `M${x(rates[0][0]).toFixed(1)},${high} L${points.join(" L")} L${x(rates.at(-1)[0]).toFixed(1)},${high}Z` : "";
  return `<svg class="rate-chart" viewBox="0 0 ${wide} ${high}" preserveAspectRatio="none" role="img" aria-label="Winning rate over the game">` +
    `<rect width="${wide}" height="${high}" class="back"/><path d="${area}" class="area"/>` +
    `<line x1="0" y1="${high / 2}" x2="${wide}" y2="${high / 2}" class="half"/>` +
    `<polyline points="${points.join(" ")}" class="line"/><line x1="${x(at)}" y1="0" x2="${x(at)}" y2="${high}" class="now"/></svg>`;
}

/** Two moves of a search over time: {name: [[simulations, visits, rate]]}. */
export function compareChart(histories) {
  const wide = 300, high = 100, all = Object.values(histories).flat();
  if (!all.length) return "";
  const most = Math.max(...all.map(([n]) => n), 1), visits = Math.max(...all.map(([, n]) => n), 1);
  const rates = all.map(([, , rate]) => rate), low = Math.min(...rates), span = Math.max(Math.max(...rates) - low, 0.02);
  const line = (list, y, kind) => `<polyline class="${kind}" points="${list.map((p) => `${((wide * p[0]) / most).toFixed(1)},${y(p).toFixed(1)}`).join(" ")}"/>`;
  const drawn = Object.values(histories).map((list, k) =>
    line(list, ([, , rate]) => high - 4 - (high - 8) * (rate - low) / span, `rate-${k}`) + line(list, ([, n]) => high - 4 - (high - 8) * n / visits, `visits-${k}`));
  return `<svg class="compare-chart" viewBox="0 0 ${wide} ${high}" preserveAspectRatio="none" role="img" aria-label="Winning rate (lines) and visits (dashes) over time">` +
    `<rect width="${wide}" height="${high}" class="back"/>${drawn.join("")}</svg>`;
}
