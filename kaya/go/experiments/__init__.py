"""The tables and figures of the papers on Go, one small file each. A file that defines `experiment` is found by
itself."""
