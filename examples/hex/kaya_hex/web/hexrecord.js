// @ts-check
// A game of Hex in the report.

import { cellOf, hexBoard, replay } from "./hexboard.js";

export function hexRecord(record) {
  const { size, moves } = record, positions = replay(record), sides = ["Red", "Blue"];
  const chain = record.chain.map((name) => cellOf(name, size));
  return {
    sides,
    length: moves.length,
    picture: (ply) => hexBoard(positions[ply], size, { chain: ply === moves.length ? chain : [] }),
    said: (ply) => (ply ? `Move ${ply}: ${sides[(ply - 1) % 2]} ${moves[ply - 1]}.` : "Start."),
    comment: (ply) => record.comments?.[ply] ?? "",
  };
}
