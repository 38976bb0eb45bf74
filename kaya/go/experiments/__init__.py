"""The tables and figures of the papers on Go, a file each; one that defines `experiment` is found by itself."""
