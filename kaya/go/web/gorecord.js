// @ts-check
// A game of Go in the report.

import { BLACK, WHITE, decodeMoves, pointName, replay } from "./go.js";
import { goBoard } from "./goboard.js";

export function goRecord(record) {
  const positions = replay(record), moves = decodeMoves(record.moves, record.size);
  const colours = { [BLACK]: "Black", [WHITE]: "White" };
  return {
    sides: ["Black", "White"],
    length: moves.length,
    picture: (ply) => goBoard(positions[ply], record.size),
    said(ply) {
      const { prisoners } = positions[ply];
      const move = ply && moves[ply - 1];
      const played = move ? `Move ${ply}: ${colours[move.colour]} ${pointName(move.point, record.size)}` : "Start";
      return `${played}. Captured: ${prisoners[BLACK]} black, ${prisoners[WHITE]} white.`;
    },
    comment: (ply) => record.comments?.[ply] ?? "",
  };
}
