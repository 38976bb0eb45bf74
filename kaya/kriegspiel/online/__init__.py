"""Playing at kriegspiel.org: `kaya kriegspiel --server URL --token-file FILE`.

A bot there is an account with a token, and asks by HTTP:

    GET  /auth/me                    who the token belongs to
    POST /bots/profile               which rule sets it plays
    GET  /game/mine/active           its games
    GET  /game/ID/state              of one game: whose turn, clocks, what may be tried, the player's own scoresheet
    POST /game/ID/move               {"uci": "e2e4"}: try a move
    POST /game/ID/ask-any            ask "any?"
    POST /game/ID/resign
    POST /game/create                open a game that others may join
    DELETE /game/ID                  and close it again

The scoresheet has all that the umpire has told this player, so nothing need be remembered: after a pause, an answer
that was lost or a new start, a game is followed from its scoresheet. (`/game/ID/moves` would tell the opponent's moves
as well; it is never asked.) `scoresheet` translates what it says, `connection` asks politely and keeps the token,
`game` plays one game, `client` all of them."""

from .client import Client, Wishes, play_at
from .connection import Connection

__all__ = ["Client", "Connection", "Wishes", "play_at"]
