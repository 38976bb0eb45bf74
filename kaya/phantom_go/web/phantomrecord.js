// @ts-check
// A game of Phantom Go in the report.

import { BLACK, WHITE, decodeMoves, pointName, replay } from "/games/go/go.js";
import { threePhantomBoards } from "./phantomboard.js";

export function phantomRecord(record) {
  const positions = replay(record), moves = decodeMoves(record.moves, record.size);
  const colours = { [BLACK]: "Black", [WHITE]: "White" };
  return {
    sides: ["Black", "White"],
    length: moves.length,
    picture: (ply) => threePhantomBoards(positions[ply], record.knows.map((side) => side[ply]), moves[ply - 1], record.size),
    said(ply) {
      if (!ply) return "Start.";
      const { colour, point } = moves[ply - 1];
      if (point === null) return `Move ${ply}: ${colours[colour]} passes.`;
      return `Move ${ply}: ${colours[colour]} ${pointName(point, record.size)}. Umpire: ${record.said[ply] ?? "moved"}.`;
    },
    comment: (ply) => (record.tried[ply] ? `Tried in vain: ${record.tried[ply]}` : ""),
  };
}
