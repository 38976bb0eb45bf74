"""Games in the terminal. All share `session`, which asks and answers and saves the game whatever happens, `files`,
where it is saved, and `commands`, what may be typed; each game has a room for its board and its words."""
