"""`python -m kaya`: the command `kaya`."""

from .cli import main

if __name__ == "__main__":
    main()
