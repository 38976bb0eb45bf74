"""What was measured: each file an experiment, which `kaya reproduce NAME` plays."""
