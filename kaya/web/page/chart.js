// @ts-check
// Small charts as SVG text.

const WIDE = 300;
const LOSSES = [0.02, 0.08, 0.2]; // of winning rate by a move: small, a mistake, a blunder

function chart(kind, high, label, inside) {
  return `<svg class="${kind}" viewBox="0 0 ${WIDE} ${high}" preserveAspectRatio="none" role="img" aria-label="${label}">` +
    `<rect width="${WIDE}" height="${high}" class="back"/>${inside}</svg>`;
}

/** A chart with what its edges stand for: words from top to bottom, and the moves of the game from left to right. */
function withAxes(drawn, words, length) {
  const moves = length < 2 ? [0, length] : [0, Math.round(length / 2), length];
  const row = (kind, list) => `<div class="${kind}" aria-hidden="true">${list.map((word) => `<span>${word}</span>`).join("")}</div>`;
  return `<div class="plot">${row("axis-y", words)}${drawn}${row("axis-x", moves.map((n, k) => (k === moves.length - 1 ? `move ${n}` : n)))}</div>`;
}

/** How bad a loss of winning rate is, from 0 to 3; null if it is not known. */
export function lossClass(loss) {
  return loss === null || loss === undefined ? null : LOSSES.filter((least) => loss >= least).length;
}

/** What the colours of losses mean. */
export function lossLegend() {
  const words = LOSSES.map((least, k) => `${Math.round(100 * least)} %${k === LOSSES.length - 1 ? " and more" : ""}`);
  return `<p class="muted legend">Loss of winning rate: <i class="loss loss-0"></i> less, ${words.map((word, k) => `<i class="loss loss-${k + 1}"></i> ${word}`).join(", ")}</p>`;
}

/** A number over the game: [[number of moves, height from 0 to 1, class of a loss]], the area down to `ground`, and where we are. */
function overTheGame(kind, label, high, values, length, at, ground) {
  const last = Math.max(length, 1), x = (n) => ((WIDE * n) / last).toFixed(1), y = (value) => (high * (1 - value)).toFixed(1);
  const points = values.map(([n, value]) => `${x(n)},${y(value)}`);
  const area = points.length ? `M${x(values[0][0])},${y(ground)} L${points.join(" L")} L${x(values.at(-1)[0])},${y(ground)}Z` : "";
  return chart(kind, high, label, `<path d="${area}" class="area"/><line x1="0" y1="${high / 2}" x2="${WIDE}" y2="${high / 2}" class="half"/>` +
    `<polyline points="${points.join(" ")}" class="line"/><line x1="${x(at)}" y1="0" x2="${x(at)}" y2="${high}" class="now"/>` +
    values.filter(([, , loss]) => loss > 0).map(([n, value, loss]) => `<path d="M${x(n)},${y(value)}h0" class="loss-dot loss-${loss}"/>`).join(""));
}

/** The winning rate of the first side: [[number, rate, class of the loss of the move before]]. */
export function rateChart(rates, length, at, side) {
  return withAxes(overTheGame("rate-chart", `Winning rate of ${side} over the game`, 90, rates, length, at, 0), ["100 %", "50 %", "0 %"], length);
}

/** The lead of the first side in points: [[number, score]]; the middle is an even game. */
export function scoreChart(scores, length, at, sides) {
  const most = mostPoints(scores);
  return withAxes(overTheGame("rate-chart score-chart", "Score over the game", 60, scores.map(([n, score]) => [n, 0.5 + score / (2 * most)]), length, at, 0.5),
    [`${sides[1][0]}+${most}`, "even", `${sides[2][0]}+${most}`], length);
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
