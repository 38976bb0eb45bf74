"""Tests of Phantom Go."""
