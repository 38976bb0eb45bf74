"""A chess engine that likes moves by their names: python fake_uci.py [positions before it dies] [what is wrong].

What can be wrong: `no-multipv`; `hangs`, it never answers when it should die; `mute`, it never answers at all.
"""

import sys

import chess


def main() -> None:
    left = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 30
    board = chess.Board()
    for line in sys.stdin:
        words = line.split()
        if "mute" in sys.argv:
            continue
        if words[:1] == ["uci"]:
            if "no-multipv" not in sys.argv:
                print("option name MultiPV type spin default 1 min 1 max 500")
            print("uciok", flush=True)
        elif words[:1] == ["isready"]:
            print("readyok", flush=True)
        elif words[:2] == ["position", "fen"]:
            board = chess.Board(" ".join(words[2:]))
        elif words[:2] == ["position", "startpos"]:
            board = chess.Board()
        elif words[:1] == ["go"]:
            if left == 0 and "hangs" in sys.argv:
                continue
            if left == 0:
                sys.exit(3)
            left -= 1
            for k, move in enumerate(sorted(board.legal_moves, key=chess.Move.uci, reverse=True), start=1):
                score = "mate 1" if k == 1 else f"cp {-10 * k}"
                print(f"info depth 1 multipv {k} score {score} nodes 1 pv {move.uci()} e7e5")
            print("bestmove 0000", flush=True)
        elif words[:1] == ["quit"]:
            break


if __name__ == "__main__":
    main()
