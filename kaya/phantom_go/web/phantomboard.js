// @ts-check
// A finished game of Phantom Go: the umpire's board, and what each player knew.

import { BLACK, EMPTY, WHITE, decodeMoves } from "/games/go/go.js";
import { goBoard } from "/games/go/goboard.js";

/** The own stones of a side, and those of the opponent that it knows; the last move only if it is its own. */
function seenBy(colour, { stones, last }, known, move, size) {
  const seen = stones.map((stone) => (stone === colour ? stone : EMPTY));
  for (const { point } of decodeMoves(known, size)) seen[point] = BLACK + WHITE - colour;
  return { stones: seen, last: move?.colour === colour ? last : null };
}

/** The three boards of a position; `knows` has the stones of the opponent that Black and White know. */
export function threePhantomBoards(position, knows, move, size, over = "", under = ["", "", ""]) {
  const views = [["The umpire knows", position], ["Black knows", seenBy(BLACK, position, knows[0], move, size)],
    ["White knows", seenBy(WHITE, position, knows[1], move, size)]];
  const figures = views.map(([title, shown], number) => `<div><p>${title}</p>${goBoard(shown, size, { over: number ? "" : over, under: under[number] })}</div>`);
  return `<div class="three-boards">${figures.join("")}</div>`;
}
