"""Games in the browser: `kaya web`, a small server over the table, and a page of plain modules and SVG.

From the outside in: `command` starts the server, `app` is what it serves, `security` decides who may use it.
`connection` is one page that is connected; `messages` are what it may say, and `dispatch` does what they ask for.
`lobby` has all games and `session` one of them: its `state`, its `programs`, the `actions` of the person, and
its `history` of evaluations; `viewers` are the pages that show it, and `people` games of two who play each other.
`payloads` are what a page is sent, `records` and `storage` what
lies on disk; `schema` checks what comes from outside. `analysis` is a search that somebody watches, `inspection` what
is found in it, `review` a search of every position of a game. `scheduler` decides which searches run, `pool` lends
players to them. `adapter` fits a game to the page, and has what else a game brings to it. The page lies in `page/`;
a game's own adapter and scripts lie in its folder, `go/web/`.

A page is told what the person at it may know and nothing else: in a game with an umpire every payload is made from the
person's `View`, until the game is over."""
