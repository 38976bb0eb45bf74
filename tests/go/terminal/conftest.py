"""As in the terminal of any game: every session is in a folder of its own."""

from ...terminal.conftest import _in_a_folder_of_its_own

__all__ = ["_in_a_folder_of_its_own"]
