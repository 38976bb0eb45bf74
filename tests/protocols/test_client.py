"""A program whose client has gone away while it got ready ends; one that was asked something answers it first."""

import os
import threading

from kaya.protocols.client import while_there


def test_it_ends_with_its_client_but_not_before_it_has_answered():
    reading, writing = os.pipe()
    gone = threading.Event()
    with while_there(reading, gone.set):
        os.write(writing, b"name\n")
        os.close(writing)
        assert not gone.wait(1.5), "there is something to answer"
        os.read(reading, 100)
        assert gone.wait(60)
    os.close(reading)


def test_a_client_that_stays_changes_nothing():
    reading, writing = os.pipe()
    gone = threading.Event()
    with while_there(reading, gone.set):
        assert not gone.wait(1.5)
    os.close(writing)
    os.close(reading)
