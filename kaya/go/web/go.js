// @ts-check
// The rules of Go, as far as replaying a finished game needs them: stones without liberties leave the board.

export const EMPTY = 0, BLACK = 1, WHITE = 2;
export const LETTERS = "ABCDEFGHJKLMNOPQRST"; // no I

/** Moves from "ddPqzz": two letters each, column and row from above, a capital first for White, zz for a pass. */
export function decodeMoves(text, size) {
  const moves = [];
  for (let i = 0; i + 1 < text.length; i += 2) {
    const letters = text.slice(i, i + 2).toLowerCase();
    const colour = text[i] === letters[0] ? BLACK : WHITE;
    const point = letters === "zz" ? null : letters.charCodeAt(0) - 97 + size * (letters.charCodeAt(1) - 97);
    moves.push({ colour, point });
  }
  return moves;
}

export function neighbours(point, size) {
  const found = [], column = point % size;
  if (column > 0) found.push(point - 1);
  if (column < size - 1) found.push(point + 1);
  if (point >= size) found.push(point - size);
  if (point < size * (size - 1)) found.push(point + size);
  return found;
}

/** The stones joined to the one on a point, if they have no liberty; none otherwise. */
function captured(stones, point, size) {
  const colour = stones[point], group = [point], seen = new Set(group);
  for (const stone of group) {
    for (const next of neighbours(stone, size)) {
      if (stones[next] === EMPTY) return [];
      if (stones[next] === colour && !seen.has(next)) {
        seen.add(next);
        group.push(next);
      }
    }
  }
  return group;
}

/** The position after a move: {stones, prisoners, last}. Prisoners are counted by the colour of the stones taken. */
export function play(position, { colour, point }, size) {
  const prisoners = [...position.prisoners];
  if (point === null) return { stones: position.stones, prisoners, last: null };
  const stones = position.stones.slice();
  stones[point] = colour;
  const enemies = neighbours(point, size).filter((next) => stones[next] === BLACK + WHITE - colour);
  for (const start of [...enemies, point]) { // the mover's own stones last: they may have got liberties
    if (stones[start] === EMPTY) continue;
    const gone = captured(stones, start, size);
    prisoners[stones[start]] += gone.length;
    for (const stone of gone) stones[stone] = EMPTY;
  }
  return { stones, prisoners, last: point };
}

/** All positions of a game, the one before the first move included. */
export function replay({ size, moves, setup = "" }) {
  const stones = new Uint8Array(size * size);
  for (const { colour, point } of decodeMoves(setup, size)) stones[point] = colour;
  const positions = [{ stones, prisoners: [0, 0, 0], last: null }];
  for (const move of decodeMoves(moves, size)) positions.push(play(positions.at(-1), move, size));
  return positions;
}

export function pointName(point, size) {
  return point === null ? "pass" : LETTERS[point % size] + (size - Math.floor(point / size));
}

/** Where a board has its dots. */
export function starPoints(size) {
  if (size < 7) return [];
  const edge = size >= 13 ? 3 : 2, middle = (size - 1) / 2, far = size - 1 - edge;
  const at = (x, y) => x + size * y;
  const corners = [at(edge, edge), at(far, edge), at(edge, far), at(far, far)];
  if (size % 2 === 0 || size === 7) return corners;
  const sides = size >= 15 ? [at(middle, edge), at(edge, middle), at(far, middle), at(middle, far)] : [];
  return [...corners, at(middle, middle), ...sides];
}
