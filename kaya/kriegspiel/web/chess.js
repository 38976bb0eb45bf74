// @ts-check
// Chess, as far as replaying a finished game needs it: what is captured leaves the board, rooks castle with their king.

const LETTERS_OF_FILES = "abcdefgh";

export function squareName(square) {
  return LETTERS_OF_FILES[square & 7] + ((square >> 3) + 1);
}

function squareNumber(name) {
  return LETTERS_OF_FILES.indexOf(name[0]) + 8 * (Number(name[1]) - 1);
}

/** The pieces of a FEN by square, a1 first: "P" is White's pawn, "p" Black's, "" an empty square. */
export function placedPieces(fen) {
  const pieces = new Array(64).fill("");
  fen.split(" ")[0].split("/").forEach((row, fromAbove) => {
    let square = 8 * (7 - fromAbove);
    for (const mark of row) {
      if (mark >= "1" && mark <= "8") square += Number(mark);
      else pieces[square++] = mark;
    }
  });
  return pieces;
}

export function isWhite(piece) {
  return piece !== "" && piece === piece.toUpperCase();
}

/** The board after a move such as e2e4, e7e8q or e1g1: {pieces, last, name}. */
export function movePiece(before, move) {
  const pieces = before.slice(), from = squareNumber(move), to = squareNumber(move.slice(2));
  const piece = before[from], kind = piece.toUpperCase();
  let capture = before[to] !== "";
  if (kind === "P" && (from & 7) !== (to & 7) && !capture) { // en passant
    pieces[to ^ 8] = "";
    capture = true;
  }
  pieces[from] = "";
  const promoted = move[4] ?? "";
  pieces[to] = promoted ? (isWhite(piece) ? promoted.toUpperCase() : promoted) : piece;
  const castles = kind === "K" && Math.abs(from - to) === 2;
  if (castles) {
    const corner = to > from ? from + 3 : from - 4;
    pieces[(from + to) / 2] = pieces[corner];
    pieces[corner] = "";
  }
  const letter = kind === "P" ? "" : kind, becomes = promoted ? `=${promoted.toUpperCase()}` : "";
  const written = letter + squareName(from) + (capture ? "x" : "") + squareName(to) + becomes;
  return { pieces, last: [from, to], name: castles ? (to > from ? "O-O" : "O-O-O") : written };
}

/** All positions of a game, the one before the first move included. */
export function replayChess({ fen, moves }) {
  const positions = [{ pieces: placedPieces(fen), last: [], name: "" }];
  for (const move of moves) positions.push(movePiece(positions.at(-1).pieces, move));
  return positions;
}
