"""A GTP program that behaves badly on request: python fake_gtp.py pass|late|crash|hang|nonsense|illegal|resign|deaf"""

import os
import sys
import time

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
        if behaviour in ("late", "hang"):
            time.sleep(1.2 if behaviour == "late" else 1000)
        if behaviour == "nonsense":
            print("I am not sure.\n", flush=True)
            continue
        answer = {"illegal": "A1", "resign": "resign"}.get(behaviour, "pass")
    print(f"= {answer}\n", flush=True)
