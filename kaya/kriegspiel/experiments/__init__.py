"""The tables and figures of the Kriegspiel paper, one small file each. A file that defines `experiment` is found by
itself."""
