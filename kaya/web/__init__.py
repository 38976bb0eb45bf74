"""Games in the browser: `kaya web`, a small server over the table, and a page of plain modules and SVG.

From the outside in: `command` starts it, `app` is what is served, `gate` who may come in, `connection` one page that is
connected, `messages` what it may say and `visit` what is done about it, `lobby` all games, `session` one of them: its
`programs`, the `actions` of the person, `lines` that were not played, its `course`, how it is told (`shown`) and
written down (`writing`, `keeping`). `looking` is a search that somebody looks into, `inside` what is found there,
`reviewing` a whole game of them, `searches` which of all searches run; `faces` has what each game brings. The page
lies in `page/`, and boards are drawn by `kaya/drawing`.

A page is told what the person at it may know and nothing else: in a game with an umpire everything that is sent is made
from the person's `View`, until the game is over.
"""
