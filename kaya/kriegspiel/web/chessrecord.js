// @ts-check
// A game of Kriegspiel in the report.

import { replayChess } from "./chess.js";
import { threeBoards } from "./chessboard.js";

export function chessRecord(record) {
  const positions = replayChess(record), colours = ["White", "Black"];
  const mover = (ply) => (record.first + ply - 1) % 2;
  return {
    sides: colours,
    length: record.moves.length,
    picture: (ply) => threeBoards(positions[ply]),
    said(ply) {
      if (!ply) return "Start.";
      const number = Math.floor((record.first + ply + 1) / 2);
      return `Move ${number}: ${colours[mover(ply)]} ${positions[ply].name}. Umpire: ${record.said[ply] ?? "moved"}.`;
    },
    comment: (ply) => (record.tried[ply] ? `Tried in vain: ${record.tried[ply]}` : ""),
  };
}
