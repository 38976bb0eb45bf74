// Phantom Go as SVG: the umpire's board, and below it what each player knew.

import { BLACK, EMPTY, WHITE, decodeMoves } from "./go.js";
import { drawBoard } from "./board.js";

/** The own stones of a side, and those of the other that it knows; the last move only if it is its own. */
function seenBy(colour, { stones, last }, known, move, size) {
  const seen = stones.map((stone) => (stone === colour ? stone : EMPTY));
  for (const { point } of decodeMoves(known, size)) seen[point] = BLACK + WHITE - colour;
  return { stones: seen, last: move?.colour === colour ? last : null };
}

/** The three boards of a position; `knows` has the stones of the other that Black and White know. */
export function drawPhantom(position, knows, move, size) {
  const boards = document.createElement("div");
  boards.className = "kriegspiel";
  const views = [["The umpire knows", position], ["Black knows", seenBy(BLACK, position, knows[0], move, size)],
    ["White knows", seenBy(WHITE, position, knows[1], move, size)]];
  for (const [title, shown] of views) {
    const figure = document.createElement("div"), caption = document.createElement("p");
    caption.textContent = title;
    figure.append(caption, drawBoard(shown, size));
    boards.append(figure);
  }
  return boards;
}
