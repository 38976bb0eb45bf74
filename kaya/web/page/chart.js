// @ts-check
// Small charts as SVG text.

const WIDE = 300;

function chart(kind, high, label, inside) {
  return `<svg class="${kind}" viewBox="0 0 ${WIDE} ${high}" preserveAspectRatio="none" role="img" aria-label="${label}">` +
    `<rect width="${WIDE}" height="${high}" class="back"/>${inside}</svg>`;
}

/** A number over the game: [[number of moves, height from 0 to 1]], the area down to `ground`, and where we are. */
function overTheGame(kind, label, high, values, length, at, ground) {
  const last = Math.max(length, 1), x = (n) => ((WIDE * n) / last).toFixed(1), y = (value) => (high * (1 - value)).toFixed(1);
  const points = values.map(([n, value]) => `${x(n)},${y(value)}`);
  const area = points.length ? `M${x(values[0][0])},${y(ground)} L${points.join(" L")} L${x(values.at(-1)[0])},${y(ground)}Z` : "";
  return chart(kind, high, label, `<path d="${area}" class="area"/><line x1="0" y1="${high / 2}" x2="${WIDE}" y2="${high / 2}" class="half"/>` +
    `<polyline points="${points.join(" ")}" class="line"/><line x1="${x(at)}" y1="0" x2="${x(at)}" y2="${high}" class="now"/>`);
}

/** The winning rate of the first side: [[number, rate]]. */
export function rateChart(rates, length, at) {
  return overTheGame("rate-chart", "Winning rate over the game", 90, rates, length, at, 0);
}

/** The lead of the first side in points: [[number, score]]; the middle is an even game. */
export function scoreChart(scores, length, at) {
  const most = mostPoints(scores);
  return overTheGame("rate-chart score-chart", "Score over the game", 60, scores.map(([n, score]) => [n, 0.5 + score / (2 * most)]), length, at, 0.5);
}

/** The points at the upper edge of such a chart. */
export function mostPoints(scores) {
  return Math.max(5, ...scores.map(([, score]) => Math.ceil(Math.abs(score) / 5) * 5));
}

/** Two moves of a search over time: {name: [[simulations, visits, rate]]}. */
export function compareChart(histories) {
  const high = 100, all = Object.values(histories).flat();
  if (!all.length) return "";
  const most = Math.max(...all.map(([n]) => n), 1), visits = Math.max(...all.map(([, n]) => n), 1);
  const rates = all.map(([, , rate]) => rate), low = Math.min(...rates), span = Math.max(Math.max(...rates) - low, 0.02);
  const line = (list, y, kind) => `<polyline class="${kind}" points="${list.map((p) => `${((WIDE * p[0]) / most).toFixed(1)},${y(p).toFixed(1)}`).join(" ")}"/>`;
  const drawn = Object.values(histories).map((list, k) =>
    line(list, ([, , rate]) => high - 4 - (high - 8) * (rate - low) / span, `rate-${k}`) + line(list, ([, n]) => high - 4 - (high - 8) * n / visits, `visits-${k}`));
  return chart("compare-chart", high, "Winning rate (lines) and visits (dashes) over time", drawn.join(""));
}
