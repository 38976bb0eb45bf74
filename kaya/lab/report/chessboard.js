// Kriegspiel as SVG: the umpire's board, and below it what each player knew. One unit is a square.

import { shape } from "./board.js";
import { isWhite } from "./chess.js";

const PIECES = { P: "♟", N: "♞", B: "♝", R: "♜", Q: "♛", K: "♚" };

/** One board, White below. `shown` says whether a piece is seen. */
function drawChessboard({ pieces, last }, shown) {
  const svg = shape("svg", { viewBox: "-0.5 -0.1 8.6 8.7", "aria-hidden": "true", class: "chess-board" });
  for (let square = 0; square < 64; square++) {
    const x = square & 7, y = 7 - (square >> 3), piece = pieces[square];
    const dark = (x + (square >> 3)) % 2 === 0;
    svg.append(shape("rect", { x, y, width: 1, height: 1, class: dark ? "dark" : "light" }));
    if (last.includes(square) && shown(pieces[last[1]])) {
      svg.append(shape("rect", { x, y, width: 1, height: 1, class: "moved" }));
    }
    if (piece && shown(piece)) {
      const glyph = `${PIECES[piece.toUpperCase()]}\uFE0E`; // the text sign, not a picture in its own colours
      svg.append(shape("text", { x: x + 0.5, y: y + 0.8, class: isWhite(piece) ? "white" : "black" }, glyph));
    }
  }
  for (let i = 0; i < 8; i++) {
    svg.append(shape("text", { x: i + 0.5, y: 8.45, class: "label" }, "abcdefgh"[i]));
    svg.append(shape("text", { x: -0.25, y: i + 0.62, class: "label" }, 8 - i));
  }
  return svg;
}

/** The three boards of a position. */
export function drawKriegspiel(position) {
  const boards = document.createElement("div");
  boards.className = "kriegspiel";
  const views = [["The umpire knows", () => true], ["White knows", isWhite], ["Black knows", (piece) => !isWhite(piece)]];
  for (const [title, shown] of views) {
    const figure = document.createElement("div"), caption = document.createElement("p");
    caption.textContent = title;
    figure.append(caption, drawChessboard(position, shown));
    boards.append(figure);
  }
  return boards;
}
