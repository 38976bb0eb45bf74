"""The tables and figures of the Kriegspiel paper, a file each; one that defines `experiment` is found by itself."""
