"""A GTP program that behaves badly on request: python fake_gtp.py BEHAVIOUR

pass, late, crash, hang, nonsense, illegal, resign, deaf; long answers five megabytes in one line, lines in many,
endless in one that has no end.
"""

import os
import sys
import time

LONG = 1_700_000
behaviour = sys.argv[1]
if behaviour == "deaf":
    sys.exit(3)
for line in sys.stdin:
    word = line.split()[0]
    answer = ""
    if word in ("name", "version"):
        answer = behaviour
    if word == "genmove":
        if behaviour == "crash":
            os._exit(1)
        if behaviour == "hang":
            time.sleep(1000)
        if behaviour == "endless":
            while True:
                sys.stdout.write("= " + "A1 " * 100_000)
        if behaviour == "nonsense":
            print("I am not sure.\n", flush=True)
            continue
        answers = {"illegal": "A1", "resign": "resign", "long": "A1 " * LONG, "lines": "A1\n" * LONG}
        answer = answers.get(behaviour, "pass")
    print(f"= {answer}\n", flush=True)
