"""Forced mates in the dark, exactly: `sets` are the boards that agree with all that was heard, `mate` decides whether a
player who knows no more than such a set can mate on all of its boards within n moves."""
