"""Experiments on Phantom Go, one small file each. A file that defines `experiment` is found by itself."""
